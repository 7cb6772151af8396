export type MailKind = 'enquiry' | 'reset' | 'invitation' | 'confirmation' | 'test' | 'health'

export type MailState = 'waiting' | 'sent' | 'failed'

/** An e-mail as admins see it: its state, without its text. */
export interface ListedMail {
  readonly id: string
  readonly kind: MailKind
  readonly state: MailState
  readonly recipient: string
  readonly contactMessageId: string | null
  readonly attempts: number
  readonly failure: string | null
  readonly createdAt: string
  readonly dueAt: string
  /** When it was sent or given up. */
  readonly endedAt: string | null
  readonly canSendAgain: boolean
}

export interface MailList {
  readonly listed: readonly ListedMail[]
  readonly moreCount: number
}

/** Whether mail is known to arrive. Times are ISO 8601. */
export interface MailStatus {
  readonly host: string
  readonly from: string
  /** When someone confirmed a test e-mail that was sent with these settings. */
  readonly confirmedAt: string | null
  /** The first failure since the last e-mail that was sent. */
  readonly failingSince: string | null
  /** The problem that admins see on every page; `null` if mail works. */
  readonly problem: 'unconfirmed' | 'failing' | null
}

/** Days for which the link of a test e-mail is valid. */
export const testLinkDays = 7

/** Days for which e-mails are kept, or their states once they are sent. */
export const mailRetentionDays = 30
