import type { SqlBool } from 'kysely'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { readFact } from '#portfolio/health/fact.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { ListedMail, MailStatus } from './mail.ts'
import { mailConfirmationFact, mailFailureFact, settingsOf } from './mail-facts.ts'

const maxListed = 50
/** A mail server may be away for a while: admins are told after a day. */
const failingAfterMs = 24 * 60 * 60_000

type StatusPorts = Pick<Ports, 'db' | 'mailServer'>

/** The newest mails: first those that failed, then those that wait, then those that were sent. */
export async function listMails(db: Ports['db'], _: Admin): Promise<ListedMail[]> {
  return selectMails(db)
    .orderBy((of) => of.case('state').when('failed').then(0).when('waiting').then(1).else(2).end())
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
    .then((rows) => rows.map(toListedMail))
}

/** The mails about a message of the contact form, in the order of their addresses. */
export async function listMailsAbout(db: Ports['db'], contactMessageId: string): Promise<ListedMail[]> {
  const rows = await selectMails(db)
    .where('contactMessageId', '=', contactMessageId)
    .orderBy('recipient')
    .orderBy('id')
    .execute()
  return rows.map(toListedMail)
}

/** `null` without a mail server. */
export async function readMailStatus({ db, mailServer }: StatusPorts, _: Admin): Promise<MailStatus | null> {
  return readStatus({ db, mailServer })
}

/** What admins are told on every page; `null` if mail works or is not set up. For admins; the caller knows the role. */
export async function readMailNotice(
  ports: StatusPorts & Pick<Ports, 'now'>,
): Promise<'unconfirmed' | 'failing' | null> {
  const status = await readStatus(ports)
  if (!status) return null
  const { failingSince, confirmedAt } = status
  if (failingSince && ports.now().getTime() - Date.parse(failingSince) > failingAfterMs) return 'failing'
  return confirmedAt ? null : 'unconfirmed'
}

async function readStatus({ db, mailServer }: StatusPorts): Promise<MailStatus | null> {
  if (!mailServer) return null
  const [confirmation, failure] = await Promise.all([readFact(db, mailConfirmationFact), readFact(db, mailFailureFact)])
  const confirmed = confirmation?.value.confirmed
  return {
    ...mailServer,
    confirmedAt: confirmed?.settings === settingsOf(mailServer) ? confirmed.at : null,
    failingSince: failure?.value.since ?? null,
  }
}

function selectMails(db: Ports['db']) {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'state', 'recipient', 'contactMessageId', 'attempts', 'answer as failure'])
    .select(['createdAt', 'dueAt', 'endedAt'])
    .select((of) => of('text', '!=', '').as('hasText'))
}

function toListedMail({
  hasText,
  ...mail
}: Omit<ListedMail, 'canSendAgain'> & { readonly hasText: SqlBool }): ListedMail {
  return { ...mail, canSendAgain: mail.state === 'failed' && Boolean(hasText) }
}
