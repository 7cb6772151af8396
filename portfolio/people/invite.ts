import { accountEmail } from '#portfolio/account/account-form.ts'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { countLinkMail, createLink, endInvitations } from '#portfolio/one-time-link/one-time-links.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { NewInvitation } from './people.ts'

/**
 * Creates an invitation that is valid for seven days, or until `invitedBy` loses the admin role. With an e-mail
 * address, it replaces earlier ones to that address, is e-mailed within the limits of `countLinkMail`, and only an
 * account with that address can accept it. `clientAddress` is the IP address of the client.
 */
export async function invite(
  unit: UnitOfWork,
  _: Admin,
  input: {
    readonly email: string
    readonly origin: string
    readonly invitedBy: string
    readonly clientAddress: string
  },
): Promise<Result<NewInvitation>> {
  const { origin, invitedBy, clientAddress } = input
  const parsed = accountEmail.safeParse(input.email)
  const isForAnyone = input.email.trim() === ''
  if (!isForAnyone && !parsed.success) return refuseFields(parsed.error, 'email')
  const email = parsed.success ? parsed.data : ''
  if (email !== '' && unit.mailConfigured) {
    const allowed = await countLinkMail(unit.tx, new Date(unit.now), {
      purpose: 'invitation',
      to: email,
      clientAddress,
    })
    if (!allowed.ok) return allowed
  }
  if (email !== '') await endInvitations(unit, { email })
  const owner = { userId: null, createdBy: invitedBy }
  const { id, token, expiresAt } = await createLink(unit, { purpose: 'invitation', email, ...owner })
  const link = `${origin}/invite/${token}`
  if (email !== '') await sendInvitation(unit, { email, link, invitedBy })
  unit.publish({ about: 'people' })
  return done({ id, link, email, expiresAt })
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
      `${name} invites you to create an account on its site. Accept it here:`,
      link,
      'The link works once, for seven days. If you do not know the studio, you can ignore this e-mail.',
    ].join('\n\n'),
  })
}

/** Deletes an open invitation. Refuses one that has already been accepted or withdrawn. */
export async function withdrawInvitation(unit: UnitOfWork, _: Admin, input: { readonly id: string }): Promise<Result> {
  if ((await endInvitations(unit, input)) === 0)
    return refused('unknown', 'This invitation has been accepted or withdrawn in the meantime.')
  unit.publish({ about: 'people' })
  return done()
}
