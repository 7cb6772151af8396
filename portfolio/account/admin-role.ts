import type { Ports } from '#portfolio/ports.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { adminRole } from './account.ts'

/** Makes a user an admin from the next request on, and invalidates the claim link. The caller checks permissions. */
export async function grantAdminRole(unit: UnitOfWork, userId: string): Promise<void> {
  // Locks the row of `siteSetup`, so that a claim and a grant cannot run concurrently.
  await unit.tx.updateTable('siteSetup').set({ claimId: null }).where('claimUsedAt', 'is', null).execute()
  await unit.tx
    .insertInto('users')
    .values({ id: userId, role: adminRole, online: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ role: adminRole }))
    .execute()
  unit.publish({ about: 'person', userId })
}

export async function hasAdmin(db: Ports['db']): Promise<boolean> {
  const admin = await db.selectFrom('users').select('id').where('role', '=', adminRole).limit(1).executeTakeFirst()
  return admin !== undefined
}
