import { adminRole } from '#portfolio/account/account.ts'
import { accountEmail } from '#portfolio/account/account-form.ts'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { eraseAccount } from '#portfolio/account/erase.ts'
import { grantAdmin, revokeAdmin } from '#portfolio/account/grant.ts'
import { countLinkMail, createLink, endInvitations } from '#portfolio/one-time-link/one-time-links.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { NewInvitation } from './people.ts'

const accountGone = refused('unknown', 'This account has been deleted in the meantime.')

/**
 * Creates a link that makes one account an invited one, for seven days, and mails it if an address is given. With an
 * address, only an account with that address can accept it, and earlier invitations of it end. Refuses too many mails, as
 * `countLinkMail` does. `invitedBy` is the user id of the admin, with whose role an open invitation ends.
 */
export async function invite(
  unit: UnitOfWork,
  _: Admin,
  input: { readonly email: string; readonly origin: string; readonly invitedBy: string; readonly address: string },
): Promise<Result<NewInvitation>> {
  const { origin, invitedBy, address } = input
  const parsed = accountEmail.safeParse(input.email)
  const isForAnyone = input.email.trim() === ''
  if (!isForAnyone && !parsed.success) return refuseFields(parsed.error, 'email')
  const email = parsed.success ? parsed.data : ''
  if (email !== '' && unit.mailConfigured) {
    const allowed = await countLinkMail(unit.tx, new Date(unit.now), { purpose: 'invitation', to: email, address })
    if (!allowed.ok) return allowed
  }
  if (email !== '') await endInvitations(unit, { email })
  const owner = { userId: null, createdBy: invitedBy }
  const { token, expiresAt } = await createLink(unit, { purpose: 'invitation', email, ...owner })
  const link = `${origin}/invite/${token}`
  if (email !== '') await sendInvitation(unit, { email, link, invitedBy })
  unit.publish({ about: 'people' })
  return done({ link, email, expiresAt })
}

async function sendInvitation(
  unit: UnitOfWork,
  { email, link, invitedBy }: { email: string; link: string; invitedBy: string },
): Promise<void> {
  const { name } = await showSiteSummary({ db: unit.tx })
  await queueMail(unit, {
    kind: 'invitation',
    to: email,
    userId: invitedBy,
    subject: `An invitation from ${name}`,
    text: [
      `${name} invites you to an account on its site. Accept it here:`,
      link,
      'The link works once, for seven days. If you do not know the studio, there is nothing to do.',
    ].join('\n\n'),
  })
}

/** Ends an open invitation. Ending it twice is the same as ending it once, unless someone has accepted it meanwhile. */
export async function withdrawInvitation(unit: UnitOfWork, _: Admin, input: { readonly id: string }): Promise<Result> {
  if ((await endInvitations(unit, input)) === 0)
    return refused('unknown', 'This invitation has been accepted or withdrawn in the meantime.')
  unit.publish({ about: 'people' })
  return done()
}

export async function makeAdmin(unit: UnitOfWork, admin: Admin, input: { readonly userId: string }): Promise<Result> {
  const { userId } = input
  if (!(await lockAccount(unit, userId))) return accountGone
  unit.publish({ about: 'people' })
  return grantAdmin(unit, admin, userId)
}

/** Removes the role from the next request on. Refuses the last admin, also when two remove each other at once. */
export async function removeAdminRole(
  unit: UnitOfWork,
  admin: Admin,
  input: { readonly userId: string },
): Promise<Result> {
  const { userId } = input
  const admins = await lockAdmins(unit)
  if (!admins.includes(userId)) return refused('unknown', 'This account is not an admin any more.')
  if (admins.length === 1)
    return refused('wrong-value', 'This is the last admin. Make somebody else an admin before you remove this role.')
  unit.publish({ about: 'people' })
  return revokeAdmin(unit, admin, userId)
}

/**
 * Deletes an account with its sessions, and what only it was for. What the person changed on the site stays, and so do
 * their messages. Refuses an admin, whose role has to be removed first, so the last admin cannot be deleted.
 */
export async function deleteAccount(
  unit: UnitOfWork,
  admin: Admin,
  input: { readonly userId: string },
): Promise<Result> {
  const { userId } = input
  if (!(await lockAccount(unit, userId))) return accountGone
  unit.publish({ about: 'people' })
  return eraseAccount(unit, admin, userId)
}

/** Whether the account exists. Updates its row without a change, so that its role cannot change while it is deleted. */
async function lockAccount(unit: UnitOfWork, userId: string): Promise<boolean> {
  const account = await unit.tx
    .updateTable('authUser')
    .set((of) => ({ email: of.ref('email') }))
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return account !== undefined
}

/** The admins who have an account. Updates their rows without a change, so that two transactions wait for each other. */
async function lockAdmins(unit: UnitOfWork): Promise<string[]> {
  const rows = await unit.tx
    .updateTable('users')
    .set((of) => ({ role: of.ref('role') }))
    .where('role', '=', adminRole)
    .where('id', 'in', (of) => of.selectFrom('authUser').select('authUser.id'))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
