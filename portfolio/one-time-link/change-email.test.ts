import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, vi } from 'vitest'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { newCaller } from '#tests/support/callers.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createSession } from '#tests/support/test-server.ts'
import { expectOk, origin, type TestBackend } from '#tests/support/backend/test-backend.ts'
import type { Person } from '#portfolio/account/account.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { changeEmail, confirmEmail, showEmailChange } from './change-email.ts'
import { logIn } from '#portfolio/log-in/log-in.ts'
import { createReset, showReset } from './reset.ts'

vi.mock('#portfolio/mail/queue-mail.ts', () => ({ queueMail: vi.fn() }))
const queuedEmails = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => mail)
beforeEach(() => void vi.mocked(queueMail).mockClear())

const clientAddress = '192.0.2.1'
const anonymous = { person: null, clientAddress }
const email = 'grace@example.com'
const withMail = ({ ports }: TestBackend) => ({ ...ports, mailConfigured: true })
const emails = async ({ ports }: TestBackend) =>
  (await ports.db.selectFrom('authUser').select('email').orderBy('email').execute()).map((user) => user.email)
const mailedToken = (n = -1) => /\/confirm\/([\w-]+)$/m.exec(queuedEmails().at(n)?.text ?? '')?.[1] ?? ''

eachDatabase(
  'without a mail server, the address changes at once, and the links of the account are deleted',
  async (backend) => {
    const { ports, events } = backend
    const { person } = await createSession(backend)
    const reset = expectOk(await asOperator(ports, (unit, admin) => createReset(unit, admin, person.userId)))
    events.length = 0
    const changed = await changeEmail(ports, person, { email: ` ${email.toUpperCase()} ` }, { clientAddress, origin })
    expect(expectOk(changed)).toEqual({ email, isConfirmed: true })
    expect(events).toEqual([{ about: 'person', userId: person.userId }, { about: 'people' }])
    expect(await emails(backend)).toEqual([email])
    expect(await showReset(ports, reset, anonymous)).toMatchObject({ ok: false })
    expectOk(await logIn(ports, { email, password: 'teak and travertine' }, newCaller()))
    expect(await logIn(ports, { email: person.email, password: 'teak and travertine' }, newCaller())).toMatchObject({
      ok: false,
    })
  },
)

eachDatabase('with a mail server, the address changes once the link in the e-mail is confirmed', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  const bert = await createSession(backend, 'bert')
  const asked = await changeEmail(withMail(backend), person, { email }, { clientAddress, origin })
  expect(expectOk(asked)).toEqual({ email, isConfirmed: false })
  expect(queuedEmails()).toMatchObject([{ kind: 'confirmation', to: email, userId: person.userId }])
  expect(await emails(backend)).toEqual(['anna@example.com', 'bert@example.com'])
  const token = mailedToken()
  const caller = { ...anonymous, person: bert.person }
  for (const refused of [await showEmailChange(ports, token, caller), await confirmEmail(ports, token, caller)])
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('another account') })
  expect(expectOk(await showEmailChange(ports, token, anonymous))).toEqual({ email })
  expectOk(await confirmEmail(ports, token, anonymous))
  expect(await emails(backend)).toEqual(['bert@example.com', email])
  expect(queuedEmails().at(-1)).toMatchObject({ kind: 'confirmation', to: 'anna@example.com', userId: person.userId })
  expect(await confirmEmail(ports, token, anonymous)).toMatchObject({
    message: expect.stringContaining('already been used'),
  })
})

eachDatabase('only the newest confirmation link of an account works', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  for (const one of ['first@example.com', email])
    expectOk(await changeEmail(withMail(backend), person, { email: one }, { clientAddress, origin }))
  expect(await confirmEmail(ports, mailedToken(0), anonymous)).toMatchObject({ ok: false })
  expectOk(await confirmEmail(ports, mailedToken(), anonymous))
  expect(await emails(backend)).toEqual([email])
})

eachDatabase(
  'an address that has an account is refused; with a mail server, the response does not reveal this',
  async (backend) => {
    const { ports } = backend
    const { person } = await createSession(backend)
    await createSession(backend, 'grace')
    const asked = await changeEmail(withMail(backend), person, { email }, { clientAddress, origin })
    expect(expectOk(asked)).toEqual({ email, isConfirmed: false })
    expect(queuedEmails()).toEqual([])
    expect(await changeEmail(ports, person, { email }, { clientAddress, origin })).toMatchObject({
      code: 'wrong-value',
      fields: { email: expect.any(String) },
    })
    expect(await emails(backend)).toEqual(['anna@example.com', email])
  },
)

eachDatabase('an address that was taken meanwhile is refused, and the link is not used up', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  expectOk(await changeEmail(withMail(backend), person, { email }, { clientAddress, origin }))
  const token = mailedToken()
  await createSession(backend, 'grace')
  expect(await confirmEmail(ports, token, anonymous)).toMatchObject({ code: 'wrong-value' })
  expectOk(await showEmailChange(ports, token, anonymous))
  expect(await emails(backend)).toEqual(['anna@example.com', email])
})

eachDatabase('an address that another account is taking at the same moment is refused', async (backend) => {
  const { ports } = backend
  const [{ person }, bert] = [await createSession(backend), await createSession(backend, 'bert')]
  expectOk(await changeEmail(withMail(backend), person, { email }, { clientAddress, origin }))
  const token = mailedToken()
  const confirmed = await backend
    .connect()
    .transaction()
    .execute(async (other) => {
      await other.updateTable('authUser').set({ email }).where('id', '=', bert.person.userId).execute()
      const waiting = confirmEmail(ports, token, anonymous)
      // By then it waits for this transaction.
      await setTimeout(1_000)
      return { waiting }
    })
  expect(await confirmed.waiting).toMatchObject({ code: 'wrong-value', fields: { email: expect.any(String) } })
  expect(await emails(backend)).toEqual(['anna@example.com', email])
  expectOk(await showEmailChange(ports, token, anonymous))
})

eachDatabase(
  'a change without a session, to an invalid or the same address, or the sixth in an hour is refused',
  async (backend) => {
    const { ports } = backend
    const { person } = await createSession(backend)
    expect(await changeEmail(ports, null, { email }, { clientAddress, origin })).toMatchObject({ code: 'no-session' })
    for (const wrong of [
      '',
      'no address',
      person.email,
      `${'a'.repeat(300)}@example.com`,
      'a@b.example\r\nBcc: c@d.example',
    ])
      expect(await changeEmail(ports, person, { email: wrong }, { clientAddress, origin })).toMatchObject({
        code: 'wrong-value',
      })
    for (let n = 0; n < rateLimits.emailChange.max; n++)
      expectOk(await changeEmail(ports, person, { email: `${n}@example.com` }, { clientAddress, origin }))
    expect(await changeEmail(ports, person, { email }, { clientAddress, origin })).toMatchObject({ code: 'too-often' })
  },
)

eachDatabase(
  'an address gets at most five e-mails a day from all accounts together, whether or not it has an account',
  async (backend) => {
    const { advance } = backend
    await createSession(backend, 'taken')
    const people: Person[] = []
    for (let n = 0; n < 6; n++) people.push((await createSession(backend, `stranger-${n}`)).person)
    const ask = (to: string, n: number) =>
      changeEmail(withMail(backend), people[n] ?? null, { email: to }, { clientAddress: `192.0.2.${n}`, origin })
    const last: unknown[] = []
    for (const to of [email, 'taken@example.com']) {
      for (let n = 0; n < rateLimits.linkMailTo.max; n++) expectOk(await ask(to, n))
      last.push(await ask(to, 5))
    }
    expect(last[0]).toMatchObject({ code: 'too-often' })
    expect(last[1]).toEqual(last[0])
    expect(queuedEmails()).toHaveLength(rateLimits.linkMailTo.max)
    advance(rateLimits.linkMailTo.windowMs)
    expectOk(await changeEmail(withMail(backend), people[5] ?? null, { email }, { clientAddress, origin }))
  },
)

eachDatabase(
  'a client address can send 20 e-mails an hour to new addresses, however many accounts it uses',
  async (backend) => {
    const people: Person[] = []
    for (let n = 0; n < 5; n++) people.push((await createSession(backend, `stranger-${n}`)).person)
    const ask = (n: number) =>
      changeEmail(withMail(backend), people[n % 5] ?? null, { email: `${n}@example.com` }, { clientAddress, origin })
    for (let n = 0; n < rateLimits.linkMail.max; n++) expectOk(await ask(n))
    expect(await ask(20)).toMatchObject({ code: 'too-often' })
  },
)
