import { beforeEach, expect, vi } from 'vitest'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { newCaller } from '#tests/support/callers.ts'
import { eachDatabase } from '#tests/support/each-database.ts'
import { createSession } from '#tests/support/test-server.ts'
import { expectOk, origin, type TestBackend } from '#tests/support/test-backend.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { changeEmail, confirmEmail, showEmailChange } from './change-email.ts'
import { logIn } from '#portfolio/log-in/log-in.ts'
import { createReset, showReset } from './reset.ts'

vi.mock('#portfolio/mail/queue-mail.ts', () => ({ queueMail: vi.fn() }))
const mails = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => mail)
beforeEach(() => void vi.mocked(queueMail).mockClear())

const anonymous = { person: null, address: '192.0.2.1' }
const email = 'grace@example.com'
const withMail = ({ ports }: TestBackend) => ({ ...ports, mailConfigured: true })
const emails = async ({ ports }: TestBackend) =>
  (await ports.db.selectFrom('authUser').select('email').orderBy('email').execute()).map((user) => user.email)
const mailedToken = (n = -1) => /\/confirm\/([\w-]+)$/m.exec(mails().at(n)?.text ?? '')?.[1] ?? ''

eachDatabase('without a mail server the address changes at once, and links of the account end', async (backend) => {
  const { ports, events } = backend
  const { person } = await createSession(backend)
  const reset = expectOk(await asOperator(ports, (unit, admin) => createReset(unit, admin, person.userId)))
  events.length = 0
  const changed = await changeEmail(ports, person, { email: ` ${email.toUpperCase()} ` }, { origin })
  expect(expectOk(changed)).toEqual({ email, isConfirmed: true })
  expect(events).toEqual([{ about: 'person', userId: person.userId }, { about: 'people' }])
  expect(await emails(backend)).toEqual([email])
  expect(await showReset(ports, reset, anonymous)).toMatchObject({ ok: false })
  expectOk(await logIn(ports, { email, password: 'teak and travertine' }, newCaller()))
  expect(await logIn(ports, { email: person.email, password: 'teak and travertine' }, newCaller())).toMatchObject({
    ok: false,
  })
})

eachDatabase('with a mail server the address changes when the link in it is followed', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  const bert = await createSession(backend, 'bert')
  const asked = await changeEmail(withMail(backend), person, { email }, { origin })
  expect(expectOk(asked)).toEqual({ email, isConfirmed: false })
  expect(mails()).toMatchObject([{ kind: 'confirmation', to: email }])
  expect(await emails(backend)).toEqual(['anna@example.com', 'bert@example.com'])
  const token = mailedToken()
  const caller = { ...anonymous, person: bert.person }
  for (const refused of [await showEmailChange(ports, token, caller), await confirmEmail(ports, token, caller)])
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('another account') })
  expect(expectOk(await showEmailChange(ports, token, anonymous))).toEqual({ email })
  expectOk(await confirmEmail(ports, token, anonymous))
  expect(await emails(backend)).toEqual(['bert@example.com', email])
  expect(mails().at(-1)).toMatchObject({ kind: 'confirmation', to: 'anna@example.com' })
  expect(await confirmEmail(ports, token, anonymous)).toMatchObject({
    message: expect.stringContaining('used already'),
  })
})

eachDatabase('only the newest confirmation of an account works', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  for (const one of ['first@example.com', email])
    expectOk(await changeEmail(withMail(backend), person, { email: one }, { origin }))
  expect(await confirmEmail(ports, mailedToken(0), anonymous)).toMatchObject({ ok: false })
  expectOk(await confirmEmail(ports, mailedToken(), anonymous))
  expect(await emails(backend)).toEqual([email])
})

eachDatabase('an address with an account is refused; with a mail server the answer does not tell', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  await createSession(backend, 'grace')
  const asked = await changeEmail(withMail(backend), person, { email }, { origin })
  expect(expectOk(asked)).toEqual({ email, isConfirmed: false })
  expect(mails()).toEqual([])
  expect(await changeEmail(ports, person, { email }, { origin })).toMatchObject({
    code: 'wrong-value',
    fields: { email: expect.any(String) },
  })
  expect(await emails(backend)).toEqual(['anna@example.com', email])
})

eachDatabase('an address that was taken meanwhile is refused, and the link stays unused', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  expectOk(await changeEmail(withMail(backend), person, { email }, { origin }))
  const token = mailedToken()
  await createSession(backend, 'grace')
  expect(await confirmEmail(ports, token, anonymous)).toMatchObject({ code: 'wrong-value' })
  expectOk(await showEmailChange(ports, token, anonymous))
  expect(await emails(backend)).toEqual(['anna@example.com', email])
})

eachDatabase('nobody, an invalid or the same address, and the sixth change in an hour are refused', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  expect(await changeEmail(ports, null, { email }, { origin })).toMatchObject({ code: 'no-session' })
  for (const wrong of [
    '',
    'no address',
    person.email,
    `${'a'.repeat(300)}@example.com`,
    'a@b.example\r\nBcc: c@d.example',
  ])
    expect(await changeEmail(ports, person, { email: wrong }, { origin })).toMatchObject({ code: 'wrong-value' })
  for (let n = 0; n < rateLimits.emailChange.max; n++)
    expectOk(await changeEmail(ports, person, { email: `${n}@example.com` }, { origin }))
  expect(await changeEmail(ports, person, { email }, { origin })).toMatchObject({ code: 'too-often' })
})
