import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { asOperator } from './as-admin.ts'
import { logIn } from '#portfolio/log-in/log-in.ts'
import { signUp } from './sign-up.ts'
import { grantAdmin, listAdmins, readAccount, revokeAdmin } from './grant.ts'
import { findPerson } from './session.ts'

const caller = { headers: new Headers(), clientAddress: '192.0.2.1' }
const email = 'anna@example.com'
const password = 'teak and travertine'

/** Signs up a user; `isAdmin` reads the role as that user's next request does. */
async function signedUp({ ports }: TestBackend) {
  const { userId, cookies } = expectOk(await signUp(ports, { email, password }, caller))
  const headers = new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ') })
  return { userId, isAdmin: async () => (await findPerson(ports, headers))?.admin }
}

eachDatabase('granting and revoking take effect at the next request', async (backend) => {
  const { ports, events } = backend
  const { userId, isAdmin } = await signedUp(backend)
  expect(await isAdmin()).toBe(false)
  expectOk(await asOperator(ports, (unit, admin) => grantAdmin(unit, admin, userId)))
  expect(await isAdmin()).toBe(true)
  expect(await ports.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()).toEqual({
    id: userId,
    role: 'Admin',
    online: 1,
  })
  expectOk(await asOperator(ports, (unit, admin) => revokeAdmin(unit, admin, userId)))
  expect(await isAdmin()).toBe(false)
  const changed = [{ about: 'people' }, { about: 'person', userId }]
  expect(events).toEqual([...changed, ...changed])
})

eachDatabase('granting twice has one effect; a missing user row is created', async (backend) => {
  const { ports } = backend
  const { userId, isAdmin } = await signedUp(backend)
  await ports.db.deleteFrom('users').where('id', '=', userId).execute()
  for (const _ of [1, 2]) expectOk(await asOperator(ports, (unit, admin) => grantAdmin(unit, admin, userId)))
  expect(await isAdmin()).toBe(true)
  expect(await ports.db.selectFrom('users').selectAll().where('id', '=', userId).execute()).toEqual([
    { id: userId, role: 'Admin', online: 0 },
  ])
})

eachDatabase(
  'granting the first admin and revoking the last one also publish a change of the studio',
  async (backend) => {
    const { ports, admin, events } = backend
    const { userId } = await signedUp(backend)
    const changed = [{ about: 'people' }, { about: 'person', userId }]
    const studio = { about: 'studio' }
    for (const command of [grantAdmin, revokeAdmin])
      expectOk(await asOperator(ports, (unit, operator) => command(unit, operator, userId)))
    expect(events).toEqual([...changed, ...changed])
    events.length = 0
    await ports.db.updateTable('users').set({ role: null }).where('id', '=', admin.userId).execute()
    for (const command of [grantAdmin, grantAdmin, revokeAdmin])
      expectOk(await asOperator(ports, (unit, operator) => command(unit, operator, userId)))
    expect(events).toEqual([studio, ...changed, ...changed, studio, ...changed])
  },
)

eachDatabase('only users with the exact role are listed as admins', async (backend) => {
  const { ports, admin } = backend
  const { userId } = await signedUp(backend)
  await ports.db.insertInto('users').values({ id: 'almost', role: 'admin', online: 1 }).execute()
  expect(expectOk(await asOperator(ports, listAdmins))).toEqual([admin.userId])
  expectOk(await asOperator(ports, (unit, admin) => grantAdmin(unit, admin, userId)))
  expect(expectOk(await asOperator(ports, listAdmins)).sort()).toEqual([admin.userId, userId].sort())
})

eachDatabase('the operator sees when an account was created and how many sessions it has', async (backend) => {
  const { ports } = backend
  const { userId } = await signedUp(backend)
  expectOk(await logIn(ports, { email, password }, caller))
  expectOk(await signUp(ports, { email: 'bert@example.com', password }, caller))
  const createdAt = '2020-01-01T00:00:00.000Z'
  await ports.db.updateTable('authUser').set({ createdAt }).where('id', '=', userId).execute()
  const account = expectOk(await asOperator(ports, (unit, admin) => readAccount(unit, admin, userId)))
  expect(account).toEqual({ createdAt: new Date(createdAt), sessionCount: 2 })
})
