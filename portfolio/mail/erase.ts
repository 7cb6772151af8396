import type { Admin } from '#portfolio/account/as-admin.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

/**
 * Deletes e-mails to this address or with it as Reply-To, ignoring case. Returns their number. E-mails about a message
 * of the contact form are deleted with the message.
 */
export async function eraseEmails(unit: UnitOfWork, _: Admin, email: string): Promise<Result<number>> {
  const wanted = email.trim().toLowerCase()
  const rows = await unit.tx.selectFrom('outbox').select(['id', 'recipient', 'replyTo']).execute()
  const ids = rows
    .filter(({ recipient, replyTo }) => [recipient, replyTo].some((address) => address?.toLowerCase() === wanted))
    .map(({ id }) => id)
  for (const id of ids) await unit.tx.deleteFrom('outbox').where('id', '=', id).execute()
  if (ids.length > 0) unit.publish({ about: 'inbox' })
  return done(ids.length)
}

/** Deletes all e-mails to exactly this address. */
export async function eraseEmailsTo(unit: UnitOfWork, email: string): Promise<void> {
  await unit.tx.deleteFrom('outbox').where('recipient', '=', email).execute()
}

/** Deletes the unsent notices to this user, who is no longer an admin, and the unsent invitations from them. */
export async function eraseUnsentEmailsOfAdmin(unit: UnitOfWork, userId: string): Promise<void> {
  await unit.tx
    .deleteFrom('outbox')
    .where('state', '<>', 'sent')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('kind', 'in', ['enquiry', 'health']),
          eb('recipient', '=', eb.selectFrom('authUser').select('email').where('id', '=', userId)),
        ]),
        eb.and([eb('kind', '=', 'invitation'), eb('userId', '=', userId)]),
      ]),
    )
    .execute()
}
