import { randomBytes } from 'node:crypto'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { readFact, recordFact } from '#portfolio/health/fact.ts'
import type { MailServer } from '#portfolio/ports.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { testLinkDays } from './mail.ts'
import { hashOf, mailConfirmationFact, settingsOf, unconfirmed } from './mail-facts.ts'
import { queueMail } from './queue-mail.ts'

/** Above this number, the oldest links become invalid. */
const maxTestLinks = 20

const noServer = 'No mail server is configured, so nothing can be sent.'

/** Queues an e-mail to this admin with a link that confirms that mail arrives. `linkOf` returns the URL for a token. */
export async function sendTestMail(
  unit: UnitOfWork,
  _: Admin,
  input: { to: string; server: MailServer | null; linkOf: (token: string) => string },
): Promise<Result> {
  const { to, server, linkOf } = input
  if (!server) return refused('wrong-value', noServer)
  const token = randomBytes(24).toString('base64url')
  const previous = (await readFact(unit.tx, mailConfirmationFact))?.value ?? unconfirmed
  const link = { hash: hashOf(token), settings: settingsOf(server), at: unit.now }
  const value = { ...previous, links: [...previous.links, link].slice(-maxTestLinks) }
  await recordFact({ db: unit.tx, now: () => new Date(unit.now) }, mailConfirmationFact, value)
  await queueMail(unit, {
    kind: 'test',
    to,
    subject: 'Test e-mail from your site',
    text: [
      'This e-mail shows that your site can send mail.',
      `Open this page and press the button on it to confirm that mail from this site arrives:\n${linkOf(token)}`,
      `The link is valid for ${testLinkDays} days. If you did not ask for this e-mail, you can ignore it.`,
    ].join('\n\n'),
  })
  return done()
}

/** Queues a failed e-mail again, with the same Message-ID. Refuses an e-mail that has not failed or has no text. */
export async function sendMailAgain(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  if (!unit.mailConfigured) return refused('wrong-value', noServer)
  const queued = await unit.tx
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, dueAt: unit.now, endedAt: null })
    .where('id', '=', input.id.toWellFormed().replaceAll('\0', ''))
    .where('state', '=', 'failed')
    .where('text', '!=', '')
    .returning('id')
    .executeTakeFirst()
  if (!queued) return refused('unknown', 'This e-mail cannot be sent again: it is waiting, was sent, or was deleted.')
  unit.publish({ about: 'inbox' })
  unit.wakeJobs()
  return done()
}
