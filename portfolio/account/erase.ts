import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { Admin } from './as-admin.ts'
import { isAdmin } from './session.ts'

/** Deletes the row of a user and refuses admins; `Accounts.erase` deletes the account. */
export async function eraseUser(unit: UnitOfWork, _: Admin, userId: string): Promise<Result> {
  if (await isAdmin(unit.tx, userId)) return refused('wrong-value', 'This is an admin: revoke that first.')
  await unit.tx.deleteFrom('users').where('id', '=', userId).execute()
  unit.publish({ about: 'person', userId })
  return done()
}
