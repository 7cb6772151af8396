import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { logIn } from '#portfolio/log-in/log-in.ts'
import { createReset } from '#portfolio/one-time-link/reset.ts'
import { findPerson } from '#portfolio/account/session.ts'
import { signUp } from '#portfolio/account/sign-up.ts'
import { headersWith, insertPasskey, newCaller } from '#tests/support/callers.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'

eachDatabase('a new password ends all sessions, and the old password is refused', async ({ ports }) => {
  const { userId, cookies } = expectOk(await signUp(ports, { email, password }, newCaller()))
  expectOk(await logIn(ports, { email, password }, newCaller()))
  await ports.accounts.setPassword(userId, 'limewash and linen')
  expect(await ports.db.selectFrom('authSession').select('id').execute()).toEqual([])
  expect(await findPerson(ports, headersWith(cookies))).toBeNull()
  expect(await logIn(ports, { email, password }, newCaller())).toMatchObject({ ok: false })
  expect(expectOk(await logIn(ports, { email, password: 'limewash and linen' }, newCaller())).userId).toBe(userId)
})

eachDatabase('a new password deletes one-time links, and passkeys if no session is kept', async ({ ports }) => {
  const { userId, cookies } = expectOk(await signUp(ports, { email, password }, newCaller()))
  const session = await ports.accounts.readSession(headersWith(cookies))
  const countOf = async (table: 'oneTimeLinks' | 'passkeys') =>
    (await ports.db.selectFrom(table).select('id').execute()).length
  await insertPasskey(ports, userId)
  expectOk(await asOperator(ports, (unit, admin) => createReset(unit, admin, userId)))
  await ports.accounts.setPassword(userId, 'limewash and linen', session?.id ?? '')
  expect([await countOf('oneTimeLinks'), await countOf('passkeys')]).toEqual([0, 1])
  await ports.accounts.setPassword(userId, 'linen and limewash')
  expect(await countOf('passkeys')).toBe(0)
})

eachDatabase('findByEmail returns null for an e-mail address without an account', async ({ ports }) => {
  for (const address of ['nobody@example.com', '', '%', 'a\0b'])
    expect(await ports.accounts.findByEmail(address)).toBeNull()
})

eachDatabase('findEmails omits unknown users', async ({ ports }) => {
  const { userId } = expectOk(await signUp(ports, { email, password }, newCaller()))
  expect(await ports.accounts.findEmails([userId, 'unknown'])).toEqual(new Map([[userId, email]]))
  expect(await ports.accounts.findEmails([])).toEqual(new Map())
})
