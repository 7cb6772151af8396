import type { ExpressionBuilder, SqlBool } from 'kysely'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { readFact } from '#portfolio/health/fact.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Tables } from '#portfolio/tables.ts'
import type { ListedMail, MailList, MailStatus } from './mail.ts'
import { mailConfirmationFact, mailFailureFact, settingsOf } from './mail-facts.ts'

const maxListed = 50
/** A mail server may be unreachable for a while, so admins are notified only after a day. */
const failingAfterMs = 24 * 60 * 60_000

type StatusPorts = Pick<Ports, 'db' | 'mailServer' | 'now'>

/** Failed notices of messages come first, so that nothing else hides them; then other failed, waiting, sent e-mails. */
export async function listEmails(db: Ports['db'], _: Admin): Promise<MailList> {
  const rows = await selectEmails(db)
    .orderBy((eb) => eb.case('state').when('failed').then(0).when('waiting').then(1).else(2).end())
    .orderBy((eb) => eb.case().when(isFailedNotice(eb)).then(0).else(1).end())
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { listed: rows.map(toListedMail), moreCount: Number(count) - rows.length }
}

function isFailedNotice(eb: ExpressionBuilder<Tables, 'outbox'>) {
  return eb.and({ state: 'failed', kind: 'enquiry' })
}

export async function listEmailsAbout(db: Ports['db'], contactMessageId: string): Promise<ListedMail[]> {
  const rows = await selectEmails(db)
    .where('contactMessageId', '=', contactMessageId)
    .orderBy('recipient')
    .orderBy('id')
    .execute()
  return rows.map(toListedMail)
}

/** `null` without a mail server. */
export async function readMailStatus(ports: StatusPorts, _: Admin): Promise<MailStatus | null> {
  return readStatus(ports)
}

/** The problem that admins see on every page; `null` if mail works or is not set up. The caller checks the role. */
export async function readMailNotice(ports: StatusPorts): Promise<MailStatus['problem']> {
  return (await readStatus(ports))?.problem ?? null
}

async function readStatus({ db, mailServer, now }: StatusPorts): Promise<MailStatus | null> {
  if (!mailServer) return null
  const [confirmation, failure] = await Promise.all([readFact(db, mailConfirmationFact), readFact(db, mailFailureFact)])
  const confirmed = confirmation?.value.confirmed
  const confirmedAt = confirmed?.settings === settingsOf(mailServer) ? confirmed.at : null
  const failingSince = failure?.value.since ?? null
  const isFailing = failingSince !== null && now().getTime() - Date.parse(failingSince) > failingAfterMs
  const problem = isFailing ? 'failing' : confirmedAt === null ? 'unconfirmed' : null
  return { ...mailServer, confirmedAt, failingSince, problem }
}

function selectEmails(db: Ports['db']) {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'state', 'recipient', 'contactMessageId', 'attempts', 'answer as failure'])
    .select(['createdAt', 'dueAt', 'endedAt'])
    .select((eb) => eb('text', '!=', '').as('hasText'))
}

function toListedMail({
  hasText,
  ...mail
}: Omit<ListedMail, 'canSendAgain'> & { readonly hasText: SqlBool }): ListedMail {
  return { ...mail, canSendAgain: mail.state === 'failed' && Boolean(hasText) }
}
