import type { UnitOfWork } from '#portfolio/transaction.ts'
import { eraseUnsentEmailsOfAdmin } from '#portfolio/mail/erase.ts'
import { done, type Result } from '#portfolio/result.ts'
import { adminRole } from './account.ts'
import { grantAdminRole, hasAdmin } from './admin-role.ts'
import type { Admin } from './as-admin.ts'
import { endInvitations } from '#portfolio/one-time-link/one-time-links.ts'

/** An account younger than this keeps its password when it gets the role: it was most likely created for that. */
export const newAccountMs = 60 * 60_000

/** When this account was created, and how many sessions it has: the operator sees them before granting the role. */
export async function readAccount(
  unit: UnitOfWork,
  _: Admin,
  userId: string,
): Promise<Result<{ createdAt: Date; sessionCount: number }>> {
  const { createdAt } = await unit.tx
    .selectFrom('authUser')
    .select('createdAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const sessions = await unit.tx.selectFrom('authSession').select('id').where('userId', '=', userId).execute()
  return done({ createdAt: new Date(createdAt), sessionCount: sessions.length })
}

export async function grantAdmin(unit: UnitOfWork, _: Admin, userId: string): Promise<Result> {
  await publishIfNoAdmin(unit)
  unit.publish({ about: 'people' })
  await grantAdminRole(unit, userId)
  return done()
}

/** Takes effect from the next request on. Also deletes the user's open invitations, and unsent notices to them. */
export async function revokeAdmin(unit: UnitOfWork, _: Admin, userId: string): Promise<Result> {
  await unit.tx.updateTable('users').set({ role: null }).where('id', '=', userId).execute()
  await publishIfNoAdmin(unit)
  await eraseUnsentEmailsOfAdmin(unit, userId)
  await endInvitations(unit, { createdBy: userId })
  unit.publish({ about: 'people' })
  unit.publish({ about: 'person', userId })
  return done()
}

/** The user ids of all admins. */
export async function listAdmins(unit: UnitOfWork, _: Admin): Promise<Result<string[]>> {
  const rows = await unit.tx.selectFrom('users').select('id').where('role', '=', adminRole).execute()
  return done(rows.map((row) => row.id))
}

/** Visitors' pages are `noindex` while there is no admin, so the first grant and the last revocation change them. */
async function publishIfNoAdmin(unit: UnitOfWork): Promise<void> {
  if (!(await hasAdmin(unit.tx))) unit.publish({ about: 'studio' })
}
