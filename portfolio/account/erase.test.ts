import { eachDatabase } from '#tests/support/each-database.ts'
import { expectOk } from '#tests/support/test-backend.ts'
import { newCaller, usersOf } from '#tests/support/callers.ts'
import { expect } from 'vitest'
import { asOperator } from './as-admin.ts'
import { eraseUser } from './erase.ts'
import { grantAdmin, revokeAdmin } from './grant.ts'
import { signUp } from './sign-up.ts'

eachDatabase('a user can be erased unless they are an admin', async (backend) => {
  const { ports, events } = backend
  const form = { email: 'anna@example.com', password: 'teak and travertine' }
  const { userId } = expectOk(await signUp(ports, form, newCaller()))
  expectOk(await asOperator(ports, (unit, proof) => grantAdmin(unit, proof, userId)))
  const erase = () => asOperator(ports, (unit, proof) => eraseUser(unit, proof, userId))
  expect(await erase()).toMatchObject({ ok: false, code: 'wrong-value' })
  expectOk(await asOperator(ports, (unit, proof) => revokeAdmin(unit, proof, userId)))
  expectOk(await erase())
  expect(await usersOf(backend)).toEqual([])
  expect(events.at(-1)).toEqual({ about: 'person', userId })
})
