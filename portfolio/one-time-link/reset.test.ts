import { beforeEach, expect, vi } from 'vitest'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { insertPasskey, newCaller, sessionsOf } from '#tests/support/callers.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createSession } from '#tests/support/test-server.ts'
import { expectOk, origin, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { logIn } from '#portfolio/log-in/log-in.ts'
import { createReset, removePassword, requestReset, resetPassword, showReset } from './reset.ts'

vi.mock('#portfolio/mail/queue-mail.ts', () => ({ queueMail: vi.fn() }))
const queuedEmails = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => mail)
beforeEach(() => void vi.mocked(queueMail).mockClear())

const anonymous = { person: null, clientAddress: '192.0.2.1' }
const password = 'limewash and linen'
const withMail = ({ ports }: TestBackend) => ({ ...ports, mailConfigured: true })
const logInWith = ({ ports }: TestBackend, given: string) =>
  logIn(ports, { email: 'anna@example.com', password: given }, newCaller())

async function createResetToken({ ports }: TestBackend, userId: string): Promise<string> {
  return expectOk(await asOperator(ports, (unit, admin) => createReset(unit, admin, userId)))
}

eachDatabase('the e-mailed link sets a new password and deletes all sessions and other links', async (backend) => {
  const { ports, events } = backend
  const { person } = await createSession(backend)
  expectOk(await logInWith(backend, 'teak and travertine'))
  const other = await createResetToken(backend, person.userId)
  expectOk(await requestReset(withMail(backend), { email: ' Anna@Example.com' }, { clientAddress: 'a', origin }))
  expect(queuedEmails()).toMatchObject([
    { kind: 'reset', to: person.email, subject: expect.stringContaining('password') },
  ])
  const [, token = ''] = /\/reset\/([\w-]+)$/m.exec(queuedEmails()[0]?.text ?? '') ?? []
  expect(expectOk(await showReset(ports, token, anonymous))).toEqual({ email: person.email })
  events.length = 0
  expectOk(await resetPassword(ports, { token, password }, anonymous))
  expect(events).toEqual([{ about: 'person', userId: person.userId }])
  expect(await sessionsOf(backend)).toEqual([])
  expect(await logInWith(backend, 'teak and travertine')).toMatchObject({ ok: false })
  expectOk(await logInWith(backend, password))
  for (const [used, reason] of [
    [token, 'already been used'],
    [other, 'not valid'],
  ] as const)
    expect(await resetPassword(ports, { token: used, password: 'another one here' }, anonymous)).toMatchObject({
      code: 'unknown',
      message: expect.stringContaining(reason),
    })
  expectOk(await logInWith(backend, password))
})

eachDatabase('a refused password does not use up the link', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  const token = await createResetToken(backend, person.userId)
  for (const wrong of ['', 'short', 'password1', person.email, 'x'.repeat(1_000_000)])
    expect(await resetPassword(ports, { token, password: wrong }, anonymous)).toMatchObject({
      code: 'wrong-value',
      fields: { password: expect.any(String) },
    })
  expect(await sessionsOf(backend)).toHaveLength(1)
  expectOk(await resetPassword(ports, { token, password }, anonymous))
})

eachDatabase('if two requests use a link at once, one of them sets its password', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  const token = await createResetToken(backend, person.userId)
  const chosen = ['limewash and linen 1', 'limewash and linen 2']
  const results = await Promise.all(chosen.map((one) => resetPassword(ports, { token, password: one }, anonymous)))
  const winner = results.findIndex(({ ok }) => ok)
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expectOk(await logInWith(backend, chosen[winner] ?? ''))
  expect(await logInWith(backend, chosen[1 - winner] ?? '')).toMatchObject({ ok: false })
})

eachDatabase(
  'for an address without an account, the result and the rows are the same, but no e-mail is sent',
  async (backend) => {
    const { ports } = backend
    await createSession(backend)
    const rows = () => ports.db.selectFrom('oneTimeLinks').select(['purpose', 'email', 'usedAt']).execute()
    const results = []
    for (const email of ['anna@example.com', 'nobody@example.com'])
      results.push(await requestReset(withMail(backend), { email }, { clientAddress: email, origin }))
    expect(results[0]).toEqual(results[1])
    const [one, other] = await rows()
    expect(one).toEqual(other)
    expect(queuedEmails()).toHaveLength(1)
  },
)

eachDatabase(
  'links are limited by client address and by account, whether or not the account exists',
  async (backend) => {
    await createSession(backend)
    const ask = (email: string, clientAddress: string) =>
      requestReset(withMail(backend), { email }, { clientAddress, origin })
    for (const email of ['anna@example.com', 'nobody@example.com']) {
      for (let n = 0; n < rateLimits.resetOfAccount.max; n++) expectOk(await ask(email, `${email} ${n}`))
      expect(await ask(email, 'another')).toMatchObject({ code: 'too-often' })
    }
    for (let n = 0; n < rateLimits.reset.max - 1; n++) await ask(`somebody-${n}@example.com`, 'one')
    expectOk(await ask('last@example.com', 'one'))
    expect(await ask('more@example.com', 'one')).toMatchObject({ code: 'too-often' })
  },
)

eachDatabase('without a mail server, and for an invalid address, nothing is stored', async (backend) => {
  const { ports } = backend
  const caller = { clientAddress: 'a', origin }
  expect(await requestReset(ports, { email: 'anna@example.com' }, caller)).toMatchObject({ code: 'wrong-value' })
  for (const email of ['', 'no address', null, `${'a'.repeat(300)}@example.com`, 'a@example.com\r\nBcc: b@example.com'])
    expect(await requestReset(withMail(backend), { email }, caller)).toMatchObject({ code: 'wrong-value' })
  expect(await ports.db.selectFrom('oneTimeLinks').select('id').execute()).toEqual([])
})

eachDatabase('once the password is removed, nobody can log in to the account until a reset', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  await insertPasskey(ports, person.userId)
  expectOk(await asOperator(ports, (unit, admin) => removePassword(unit, admin, person.userId)))
  expect(await ports.db.selectFrom('passkeys').select('id').execute()).toEqual([])
  expect(await sessionsOf(backend)).toEqual([])
  for (const given of ['teak and travertine', 'null', 'x'])
    expect(await logInWith(backend, given)).toMatchObject({ code: 'wrong-value' })
  expectOk(await resetPassword(ports, { token: await createResetToken(backend, person.userId), password }, anonymous))
  expectOk(await logInWith(backend, password))
})

eachDatabase('a reset clears the delay after many wrong passwords', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  for (let n = 0; n < 12; n++) await logInWith(backend, 'a guess')
  expect(await logInWith(backend, 'teak and travertine')).toMatchObject({ code: 'too-often' })
  expectOk(await resetPassword(ports, { token: await createResetToken(backend, person.userId), password }, anonymous))
  expectOk(await logInWith(backend, password))
})

eachDatabase('a reset creates the row for the password if the account has none', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  // In earlier versions, a sign-up that was interrupted left such an account.
  await ports.db.deleteFrom('authAccount').where('userId', '=', person.userId).execute()
  const token = await createResetToken(backend, person.userId)
  expectOk(await resetPassword(ports, { token, password }, anonymous))
  expect(expectOk(await logInWith(backend, password)).userId).toBe(person.userId)
})
