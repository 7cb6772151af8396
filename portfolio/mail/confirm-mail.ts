import { readFact, recordFact } from '#portfolio/health/fact.ts'
import type { Ports } from '#portfolio/ports.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { testLinkDays } from './mail.ts'
import { hashOf, mailConfirmationFact, settingsOf, unconfirmed, type MailConfirmation } from './mail-facts.ts'

type LinkPorts = Pick<Ports, 'db' | 'now' | 'mailServer'>

const dayMs = 24 * 60 * 60_000
const unknownLink = refused(
  'unknown',
  `This link is not valid: a test e-mail’s link can be used for ${testLinkDays} days, while the mail server and the ` +
    'sender stay the same. Send another test e-mail.',
)

/** Whether mail is confirmed already. Refuses an invalid token. Changes nothing: mail scanners open links too. */
export async function checkTestLink(ports: LinkPorts, token: string): Promise<Result<{ isConfirmed: boolean }>> {
  const value = (await readFact(ports.db, mailConfirmationFact))?.value
  const link = findLink(ports, value, token)
  return link ? done({ isConfirmed: value?.confirmed?.settings === link.settings }) : unknownLink
}

/** Records that a test e-mail has arrived. Using a link again changes nothing. */
export async function confirmMail(ports: Ports, token: string): Promise<Result> {
  return inTransaction(ports, async (unit) => {
    const now = () => new Date(unit.now)
    const value = (await readFact(unit.tx, mailConfirmationFact))?.value ?? unconfirmed
    const link = findLink({ now, mailServer: ports.mailServer }, value, token)
    if (!link) return unknownLink
    if (value.confirmed?.settings === link.settings) return done()
    const confirmed = { settings: link.settings, at: unit.now }
    await recordFact({ db: unit.tx, now }, mailConfirmationFact, { ...value, confirmed })
    unit.publish({ about: 'inbox' })
    return done()
  })
}

/** The link of a test e-mail that the current server and sender have sent. */
function findLink(
  { now, mailServer }: Omit<LinkPorts, 'db'>,
  value: MailConfirmation | undefined,
  token: string,
): MailConfirmation['links'][number] | undefined {
  const hash = hashOf(token)
  const settings = mailServer && settingsOf(mailServer)
  const since = new Date(now().getTime() - testLinkDays * dayMs).toISOString()
  return value?.links.find((link) => link.hash === hash && link.settings === settings && link.at >= since)
}
