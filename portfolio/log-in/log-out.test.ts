import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { headersWith, newCaller, sessionsOf, usersOf } from '#tests/support/callers.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { findPerson } from '#portfolio/account/session.ts'
import { signUp } from '#portfolio/account/sign-up.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'

eachDatabase('after a log-out the user is offline and the old cookie is invalid', async (backend) => {
  const { ports, events } = backend
  const session = expectOk(await signUp(ports, { email, password }, newCaller()))
  const headers = headersWith(session.cookies)
  const cleared = expectOk(await logOut(ports, await findPerson(ports, headers), headers))
  expect(cleared.join()).toMatch(/session_token=;.*Max-Age=0/)
  expect(await usersOf(backend)).toEqual([{ id: session.userId, role: null, online: 0 }])
  expect(await sessionsOf(backend)).toEqual([])
  expect(await findPerson(ports, headers)).toBeNull()
  expect(events.at(-1)).toEqual({ about: 'person', userId: session.userId })
})

eachDatabase('a log-out sets the user offline before it ends the session', async (backend) => {
  const { ports } = backend
  const headers = headersWith(expectOk(await signUp(ports, { email, password }, newCaller())).cookies)
  const usersAtLogOut: unknown[] = []
  const logOutAndRecord = async (headers: Headers) => {
    usersAtLogOut.push(...(await usersOf(backend)))
    return ports.accounts.logOut(headers)
  }
  const watched = { ...ports, accounts: { ...ports.accounts, logOut: logOutAndRecord } }
  expectOk(await logOut(watched, await findPerson(ports, headers), headers))
  expect(usersAtLogOut).toEqual([expect.objectContaining({ online: 0 })])
})

eachDatabase('a log-out ends only the session of its browser', async ({ ports }) => {
  const one = expectOk(await signUp(ports, { email, password }, newCaller()))
  const other = expectOk(await logIn(ports, { email, password }, newCaller()))
  await logOut(ports, await findPerson(ports, headersWith(one.cookies)), headersWith(one.cookies))
  expect(await findPerson(ports, headersWith(other.cookies))).toMatchObject({ userId: one.userId })
})

eachDatabase('a log-out without a session succeeds and publishes nothing', async ({ ports, events }) => {
  expectOk(await logOut(ports, null, new Headers()))
  expect(events).toEqual([])
})
