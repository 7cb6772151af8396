import type { UnitOfWork } from '#portfolio/transaction.ts'
import { queueMailToAdmins } from '#portfolio/mail/queue-mail.ts'
import { referenceOf, type OpenMessage } from './inbox.ts'

type Message = Pick<OpenMessage, 'id' | 'firstName' | 'lastName' | 'email' | 'subject' | 'message'>

/** Queues an e-mail with the message to each admin. Replies go to the sender of the message. */
export async function queueNotice(unit: UnitOfWork, message: Message, origin: string): Promise<void> {
  const name = `${message.firstName} ${message.lastName}`
  await queueMailToAdmins(unit, {
    kind: 'enquiry',
    subject: `${name}: ${message.subject}`,
    text: [
      `${name} (${message.email}) wrote to you through the contact form of your site:`,
      message.subject,
      message.message,
      `Replies to this e-mail go to ${message.email}.`,
      `The message in your inbox, with the reference ${referenceOf(message)}:\n${origin}/inbox?open=${message.id}`,
    ].join('\n\n'),
    replyTo: message.email,
    contactMessageId: message.id,
  })
}
