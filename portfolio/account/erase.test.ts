import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { newCaller, usersOf } from '#tests/support/callers.ts'
import { expect } from 'vitest'
import { asOperator } from './as-admin.ts'
import { eraseAccount } from './erase.ts'
import { grantAdmin, revokeAdmin } from './grant.ts'
import { signUp } from './sign-up.ts'

eachDatabase("an account can be erased unless it is an admin's", async (backend) => {
  const { ports, events } = backend
  const form = { email: 'anna@example.com', password: 'teak and travertine' }
  const { userId } = expectOk(await signUp(ports, form, newCaller()))
  expectOk(await asOperator(ports, (unit, admin) => grantAdmin(unit, admin, userId)))
  const erase = () => asOperator(ports, (unit, admin) => eraseAccount(unit, admin, userId))
  expect(await erase()).toMatchObject({ ok: false, code: 'wrong-value' })
  expectOk(await asOperator(ports, (unit, admin) => revokeAdmin(unit, admin, userId)))
  expectOk(await erase())
  expect(await usersOf(backend)).toEqual([])
  for (const table of ['authUser', 'authSession', 'authAccount'] as const)
    expect(await ports.db.selectFrom(table).select('id').execute(), table).toEqual([])
  expect(events.slice(-2)).toEqual([{ about: 'people' }, { about: 'person', userId }])
})
