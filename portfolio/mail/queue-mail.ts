import type { UnitOfWork } from '#portfolio/transaction.ts'

/** A mail to send. */
export interface QueuedMail {
  readonly kind: 'enquiry' | 'reset' | 'invitation' | 'confirmation' | 'test' | 'health'
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly replyTo?: string
  /** Of the contact message. */
  readonly messageId?: string
}

/** Queues a mail in the caller's transaction; does nothing when no mail server is set. */
export async function queueMail(_unit: UnitOfWork, _mail: QueuedMail): Promise<void> {}
