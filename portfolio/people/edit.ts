import { adminRole } from '#portfolio/account/account.ts'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { eraseAccount } from '#portfolio/account/erase.ts'
import { grantAdmin, revokeAdmin } from '#portfolio/account/grant.ts'
import { refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

const accountGone = refused('unknown', 'This account has been deleted in the meantime.')

/** Grants the admin role. Refuses an account that has been deleted. */
export async function makeAdmin(unit: UnitOfWork, admin: Admin, input: { readonly userId: string }): Promise<Result> {
  const { userId } = input
  if (!(await lockAccount(unit, userId))) return accountGone
  return grantAdmin(unit, admin, userId)
}

/** Revokes the role from the next request on. Refuses the last admin, even if two admins remove each other at once. */
export async function removeAdminRole(
  unit: UnitOfWork,
  admin: Admin,
  input: { readonly userId: string },
): Promise<Result> {
  const { userId } = input
  const admins = await lockAdmins(unit)
  if (!admins.includes(userId)) return refused('unknown', 'This account is no longer an admin.')
  if (admins.length === 1)
    return refused('wrong-value', 'This is the last admin. Make somebody else an admin before you remove this role.')
  return revokeAdmin(unit, admin, userId)
}

/** Deletes an account with its sessions. The person's changes and messages stay. Refuses admins. */
export async function deleteAccount(
  unit: UnitOfWork,
  admin: Admin,
  input: { readonly userId: string },
): Promise<Result> {
  const { userId } = input
  if (!(await lockAccount(unit, userId))) return accountGone
  return eraseAccount(unit, admin, userId)
}

/** Whether the account exists. Locks its row with a no-op update: it cannot be deleted and made an admin at once. */
async function lockAccount(unit: UnitOfWork, userId: string): Promise<boolean> {
  const account = await unit.tx
    .updateTable('authUser')
    .set((eb) => ({ email: eb.ref('email') }))
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return account !== undefined
}

/** The admins who have an account. Locks their rows with a no-op update, to serialise removals of the role. */
async function lockAdmins(unit: UnitOfWork): Promise<string[]> {
  const rows = await unit.tx
    .updateTable('users')
    .set((eb) => ({ role: eb.ref('role') }))
    .where('role', '=', adminRole)
    .where('id', 'in', (eb) => eb.selectFrom('authUser').select('authUser.id'))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
