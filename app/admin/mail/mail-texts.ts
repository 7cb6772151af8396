import type { MailStatus } from '#portfolio/mail/mail.ts'
import { formatTime } from '#app/ui/format-time.ts'

/** What the notice above every page says about mail. */
export const mailNotices = {
  unconfirmed: 'Mail is set up, but nobody has confirmed yet that it arrives.',
  failing: 'No mail has been sent for more than a day.',
} as const

/** What the health page says about mail, in one or two sentences. */
export function describeMailStatus({ confirmedAt, failingSince }: MailStatus): string {
  const failing = failingSince
    ? `The last mail could not be sent; mail has been failing since ${formatTime(failingSince)}.`
    : ''
  if (confirmedAt) return failing || `Mail works: a test mail arrived on ${formatTime(confirmedAt)}.`
  return `${failing} Nobody has confirmed yet that mail arrives: send a test mail and follow its link.`.trim()
}
