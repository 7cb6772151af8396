import { eraseEmailsTo } from '#portfolio/mail/erase.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { Admin } from './as-admin.ts'
import { endInvitations, eraseLinksTo } from '#portfolio/one-time-link/one-time-links.ts'
import { isAdmin } from './session.ts'

/** Deletes an account with its user, sessions, links and e-mails. Refuses admins. The person's changes stay. */
export async function eraseAccount(unit: UnitOfWork, _: Admin, userId: string): Promise<Result> {
  if (await isAdmin(unit.tx, userId)) return refused('wrong-value', 'This is an admin: remove the role first.')
  await endInvitations(unit, { createdBy: userId })
  await unit.tx.deleteFrom('users').where('id', '=', userId).execute()
  const account = await unit.tx.deleteFrom('authUser').where('id', '=', userId).returning('email').executeTakeFirst()
  if (account) {
    await eraseLinksTo(unit, account.email)
    await eraseEmailsTo(unit, account.email)
  }
  unit.publish({ about: 'people' })
  unit.publish({ about: 'person', userId })
  return done()
}

/** Deletes the one-time links that invite or confirm this address, whether or not it has an account. */
export async function eraseLinks(unit: UnitOfWork, _: Admin, email: string): Promise<Result> {
  await eraseLinksTo(unit, email)
  unit.publish({ about: 'people' })
  return done()
}
