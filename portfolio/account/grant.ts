import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import { adminRole } from './account.ts'
import type { Admin } from './as-admin.ts'
import { isAdmin } from './show.ts'

/** Makes this user an admin from the next request on. */
export async function grant(unit: UnitOfWork, _: Admin, userId: string): Promise<Outcome> {
  await unit.tx
    .insertInto('users')
    .values({ id: userId, role: adminRole, online: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ role: adminRole }))
    .execute()
  unit.announce({ about: 'person', userId })
  return done()
}

/** Takes the role away from the next request on. */
export async function revoke(unit: UnitOfWork, _: Admin, userId: string): Promise<Outcome> {
  await unit.tx.updateTable('users').set({ role: null }).where('id', '=', userId).execute()
  unit.announce({ about: 'person', userId })
  return done()
}

/** The ids of all admins. */
export async function listAdmins(unit: UnitOfWork, _: Admin): Promise<Outcome<string[]>> {
  const rows = await unit.tx.selectFrom('users').select('id').where('role', '=', adminRole).execute()
  return done(rows.map((row) => row.id))
}

/** Takes the person out of the users; refused while they are an admin. What authentication keeps goes with the account. */
export async function dismiss(unit: UnitOfWork, _: Admin, userId: string): Promise<Outcome> {
  if (await isAdmin(unit.tx, userId)) return refused('wrong-value', 'This is an admin: revoke that first.')
  await unit.tx.deleteFrom('users').where('id', '=', userId).execute()
  unit.announce({ about: 'person', userId })
  return done()
}
