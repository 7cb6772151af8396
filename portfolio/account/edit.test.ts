import { expect } from 'vitest'
import { isPasswordOf, signedIn } from '#tests/support/site/signed-in.ts'
import { newCaller } from '#tests/support/callers.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { asUser } from './as-user.ts'
import { changePassword, endOtherSessions, endSession } from './edit.ts'
import { logIn } from '#portfolio/log-in/log-in.ts'
import { hasRecentProof } from './recent-proof.ts'
import { listSessions } from './show.ts'

const password = 'teak and travertine'
const newPassword = 'four tall windows'
const minute = 60_000

eachDatabase('changing the password ends the other sessions and counts as a proof', async (backend) => {
  const { ports, events, advance } = backend
  const session = await signedIn(backend, 'anna')
  const bert = await signedIn(backend, 'bert')
  expectOk(await logIn(ports, { email: session.email, password }, newCaller()))
  advance(11 * minute)
  expect(hasRecentProof(session, ports.now())).toBe(false)
  expectOk(await changePassword(ports, session, { password, newPassword }, newCaller()))
  expect(await listSessions(ports, session)).toMatchObject([{ id: session.id, current: true }])
  expect(await listSessions(ports, bert)).toHaveLength(1)
  expect(events.at(-1)).toEqual({ about: 'person', userId: session.userId })
  expect(await isPasswordOf(backend, session, newPassword)).toBe(true)
  const [row] = await ports.db.selectFrom('authSession').select('provenAt').where('id', '=', session.id).execute()
  expect(row?.provenAt).toBe(ports.now().toISOString())
})

eachDatabase(
  'a new password that breaks the rules is refused before the current password is checked',
  async (backend) => {
    const { ports } = backend
    const session = await signedIn(backend, 'anna')
    for (const [changed, message] of [
      ['short', /at least 8/],
      ['password1', /most common/],
      [session.email, /must not be the e-mail address/],
      ['x'.repeat(1_000_000), /at most 256/],
      ['', /required/],
    ] as const) {
      const result = await changePassword(ports, session, { password: 'wrong', newPassword: changed }, newCaller())
      expect(result).toMatchObject({ ok: false, fields: { newPassword: expect.stringMatching(message) } })
    }
    expect(await isPasswordOf(backend, session, password)).toBe(true)
  },
)

eachDatabase('a wrong current password counts as a failed log-in', async (backend) => {
  const { ports } = backend
  const session = await signedIn(backend, 'anna')
  const caller = newCaller()
  const attempt = (given: string) => changePassword(ports, session, { password: given, newPassword }, caller)
  for (let n = 0; n < rateLimits.logInToAccount.max; n += 1)
    expect(await attempt('wrong words')).toMatchObject({ fields: { password: 'The password is wrong.' } })
  expect(await attempt(password)).toMatchObject({ code: 'too-often' })
  expect(await logIn(ports, { email: session.email, password }, caller)).toMatchObject({ code: 'too-often' })
  expect(await isPasswordOf(backend, session, password)).toBe(true)
})

eachDatabase('a user can end their own other sessions, but not those of another user', async (backend) => {
  const { ports, events } = backend
  const [anna, bert] = [await signedIn(backend, 'anna'), await signedIn(backend, 'bert')]
  for (let n = 0; n < 3; n += 1) expectOk(await logIn(ports, { email: anna.email, password }, newCaller()))
  const sessions = await listSessions(ports, anna)
  expect(sessions.map(({ current }) => current)).toEqual([true, false, false, false])
  const end = (id: string) => asUser(ports, anna, (unit, own) => endSession(unit, own, id))
  expectOk(await end(sessions[1]?.id ?? ''))
  expect(events.at(-1)).toEqual({ about: 'person', userId: anna.userId })
  expect(await listSessions(ports, anna)).toHaveLength(3)
  expectOk(await end(bert.id))
  expect(await listSessions(ports, bert)).toHaveLength(1)
  expect(await end(anna.id)).toMatchObject({ code: 'wrong-value' })
  expectOk(await asUser(ports, anna, endOtherSessions))
  expect(await listSessions(ports, anna)).toMatchObject([{ id: anna.id }])
  expect(await listSessions(ports, bert)).toHaveLength(1)
})

eachDatabase('an ended session cannot change anything', async (backend) => {
  const { ports } = backend
  const anna = await signedIn(backend, 'anna')
  expectOk(await logIn(ports, { email: anna.email, password }, newCaller()))
  await ports.db.deleteFrom('authSession').where('id', '=', anna.id).execute()
  expect(await asUser(ports, anna, endOtherSessions)).toMatchObject({ code: 'no-session' })
  expect(await listSessions(ports, anna)).toHaveLength(1)
})
