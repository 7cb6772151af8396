import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { headersWith, newCaller, sessionsOf, usersOf } from '#tests/support/callers.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { logIn } from './log-in.ts'
import { findPerson } from '#portfolio/account/session.ts'
import { signUp } from '#portfolio/account/sign-up.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'

eachDatabase('e-mail addresses are stored in lower case, and log-ins ignore their case', async ({ ports }) => {
  const { userId } = expectOk(await signUp(ports, { email: ' Anna.A@Example.COM', password }, newCaller()))
  for (const address of ['anna.a@example.com', 'ANNA.A@EXAMPLE.COM', 'Anna.A@example.com  ']) {
    expect(expectOk(await logIn(ports, { email: address, password }, newCaller())).userId).toBe(userId)
    expect(await ports.accounts.findByEmail(address)).toEqual({ userId, email: 'anna.a@example.com' })
  }
})

eachDatabase('an invalid e-mail address is refused with an error for its field', async (backend) => {
  const wrong = [
    '',
    ' ',
    'anna',
    '@example.com',
    'anna@',
    'a b@example.com',
    'anna@example.com\r\nBcc: x@y.z',
    'a\0@example.com',
    `${'a'.repeat(250)}@b.cd`,
    5,
    null,
    undefined,
  ]
  for (const address of wrong) {
    const form = { email: address, password }
    expect(await signUp(backend.ports, form, newCaller())).toMatchObject({
      ok: false,
      code: 'wrong-value',
      fields: { email: expect.any(String) },
    })
    expect(await logIn(backend.ports, form, newCaller())).toMatchObject({
      ok: false,
      code: 'wrong-value',
      fields: { email: expect.any(String) },
    })
  }
  expect(await usersOf(backend)).toEqual([])
})

eachDatabase('a log-in creates a session and sets the user online', async (backend) => {
  const { ports } = backend
  const { userId } = expectOk(await signUp(ports, { email, password }, newCaller()))
  await ports.db.updateTable('users').set({ online: 0 }).where('id', '=', userId).execute()
  const session = expectOk(await logIn(ports, { email, password }, newCaller()))
  expect(session.userId).toBe(userId)
  expect(await usersOf(backend)).toEqual([{ id: userId, role: null, online: 1 }])
  expect(await findPerson(ports, headersWith(session.cookies))).toMatchObject({ userId })
})

eachDatabase('an unknown address and a wrong password get the same refusal', async (backend) => {
  const { ports } = backend
  expectOk(await signUp(ports, { email, password }, newCaller()))
  const unknown = await logIn(ports, { email: 'nobody@example.com', password }, newCaller())
  expect(unknown).toEqual({
    ok: false,
    code: 'wrong-value',
    message: 'The e-mail address or the password is wrong.',
  })
  for (const tried of [`${password} `, password.toUpperCase(), 'x', 'x'.repeat(100_000)]) {
    expect(await logIn(ports, { email, password: tried }, newCaller())).toEqual(unknown)
  }
  expect(await sessionsOf(backend)).toHaveLength(1)
})

eachDatabase('a log-in to an account without a user row is logged, and the person is not an admin', async (backend) => {
  const { ports, logged } = backend
  const { userId } = expectOk(await signUp(ports, { email, password }, newCaller()))
  await ports.db.deleteFrom('users').where('id', '=', userId).execute()
  const session = expectOk(await logIn(ports, { email, password }, newCaller()))
  expect(logged).toContainEqual({ level: 'warn', message: 'No such document!', detail: { userId } })
  expect(await findPerson(ports, headersWith(session.cookies))).toEqual({ userId, email, admin: false })
  expect(await usersOf(backend)).toEqual([])
})
