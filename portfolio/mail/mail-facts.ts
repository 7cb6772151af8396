import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The links of test e-mails, and whether one was confirmed. `settings` are the server and the sender. */
export const mailConfirmationFact = {
  key: 'mail-confirmation',
  schema: z.object({
    confirmed: z.object({ settings: z.string(), at: z.string() }).nullable(),
    /** The newest links. `hash` is the SHA-256 of the token. */
    links: z.array(z.object({ hash: z.string(), settings: z.string(), at: z.string() })),
  }),
}

export type MailConfirmation = z.infer<typeof mailConfirmationFact.schema>

export const unconfirmed: MailConfirmation = { confirmed: null, links: [] }

/** The time of the first failure after the last e-mail that was sent; `null` if there was none. */
export const mailFailureFact = {
  key: 'mail-failure',
  schema: z.object({ since: z.string().nullable() }),
}

/** Identifies the server and the sender: a change of either has to be confirmed again. */
export function settingsOf({ host, from }: { readonly host: string; readonly from: string }): string {
  return `${host} ${from}`
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
