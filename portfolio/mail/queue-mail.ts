import { adminRole } from '#portfolio/account/account.ts'
import { emailAddress } from '#portfolio/form-fields.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { MailKind } from './mail.ts'

export interface QueuedMail {
  readonly kind: MailKind
  readonly to: string
  readonly subject: string
  /** Plain text. The HTML part is made from it; only URLs of this site become links. */
  readonly text: string
  readonly replyTo?: string
  readonly contactMessageId?: string
  /** The account that the e-mail is about, if it goes to another address, or the admin who sends the invitation. */
  readonly userId?: string
}

/** Queues an e-mail if a mail server is set. Throws for an invalid address. `to` never comes from the contact form. */
export async function queueMail(unit: UnitOfWork, mail: QueuedMail): Promise<void> {
  if (!unit.mailConfigured) return
  await unit.tx
    .insertInto('outbox')
    .values({
      id: unit.newId(),
      kind: mail.kind,
      state: 'waiting',
      recipient: emailAddress.parse(mail.to),
      subject: withoutControlCharacters(mail.subject).replace(/\s+/g, ' ').trim(),
      text: withoutControlCharacters(mail.text.replace(/\r\n?/g, '\n')),
      replyTo: mail.replyTo === undefined ? null : emailAddress.parse(mail.replyTo),
      contactMessageId: mail.contactMessageId ?? null,
      userId: mail.userId ?? null,
      attempts: 0,
      dueAt: unit.now,
      createdAt: unit.now,
    })
    .execute()
  unit.publish({ about: 'inbox' })
  unit.wakeJobs()
}

/** Queues an e-mail to each admin, if a mail server is set. */
export async function queueMailToAdmins(unit: UnitOfWork, mail: Omit<QueuedMail, 'to'>): Promise<void> {
  if (!unit.mailConfigured) return
  const admins = await unit.tx
    .selectFrom('users')
    .innerJoin('authUser', 'authUser.id', 'users.id')
    .select('authUser.email')
    .where('users.role', '=', adminRole)
    .execute()
  // An account created by an earlier version may have an address that no e-mail can be sent to.
  for (const { email } of admins)
    if (emailAddress.safeParse(email).success) await queueMail(unit, { ...mail, to: email })
}

/** Replaces control characters except line breaks, and characters that change the text direction, by spaces. */
function withoutControlCharacters(text: string): string {
  return text.toWellFormed().replace(/(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
}
