import type { ExpressionBuilder } from 'kysely'
import { readFact, recordFact } from '#portfolio/health/fact.ts'
import { MailNotSent, type Mailer, type Ports } from '#portfolio/ports.ts'
import { done } from '#portfolio/result.ts'
import { inTransaction, type UnitOfWork } from '#portfolio/transaction.ts'
import type { OutboxTable, Tables } from '#portfolio/tables.ts'
import { mailFailureFact } from './mail-facts.ts'

const minuteMs = 60_000
/** An attempt ends within two minutes; another process may claim the e-mail after three. */
const claimMs = 3 * minuteMs
/** Minutes between the 18 attempts of 48 hours. Only attempts count, so a wrong clock cannot make an e-mail fail. */
export const retryPausesMinutes = [1, 2, 5, 10, 20, 40, 60, 120, 180, 240, 360, 360, 360, 360, 360, 360, 42] as const
const maxPauseMs = Math.max(...retryPausesMinutes) * minuteMs
const maxAnswerLength = 500

const claimedColumns = ['id', 'kind', 'recipient', 'subject', 'text', 'replyTo', 'attempts'] as const
type ClaimedMail = Pick<OutboxTable, (typeof claimedColumns)[number]>

type DeliveryPorts = Pick<Ports, 'db' | 'events' | 'log' | 'now' | 'newId' | 'mailConfigured' | 'wake'>

/**
 * Sends the next e-mail that is due; `false` if there is none, the server accepts no mail now, or the e-mail was sent
 * but could not be recorded as sent. `sent` has the ids of such e-mails: they are recorded later, but not sent again.
 */
export async function deliverNextMail(ports: DeliveryPorts, mailer: Mailer, sent: Set<string>): Promise<boolean> {
  const mail = await claim(ports)
  if (!mail) return false
  if (!sent.has(mail.id)) {
    const failure = await send(mailer, mail)
    if (failure) {
      await recordFailure(ports, mail, failure)
      return !failure.unreachable
    }
    sent.add(mail.id)
  }
  const recorded = await recordSent(ports, mail)
  if (recorded) sent.delete(mail.id)
  return recorded
}

// The claim is written before the e-mail is sent, so no e-mail is sent while the database cannot be written.
async function claim({ db, now }: DeliveryPorts): Promise<ClaimedMail | undefined> {
  const time = now()
  const isDue = (eb: ExpressionBuilder<Tables, 'outbox'>) =>
    // A time further ahead than any retry was set while the clock was ahead.
    eb.or([eb('dueAt', '<=', time.toISOString()), eb('dueAt', '>', after(time, 2 * maxPauseMs))])
  return (
    db
      .updateTable('outbox')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), dueAt: after(time, claimMs) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('outbox')
          .select('id')
          .where('state', '=', 'waiting')
          .where(isDue)
          .orderBy('dueAt')
          .orderBy('id')
          .limit(1),
      )
      // Another process may have claimed or even sent the e-mail meanwhile.
      .where('state', '=', 'waiting')
      .where(isDue)
      .returning(claimedColumns)
      .executeTakeFirst()
  )
}

async function send(mailer: Mailer, mail: ClaimedMail): Promise<MailNotSent | null> {
  try {
    await mailer.send(mail)
    return null
  } catch (error) {
    if (error instanceof MailNotSent) return error
    throw error
  }
}

async function recordSent(ports: DeliveryPorts, { id }: ClaimedMail): Promise<boolean> {
  const recorded = await inTransaction(ports, async (unit) => {
    await unit.tx
      .updateTable('outbox')
      .set({ state: 'sent', subject: '', text: '', replyTo: null, answer: null, endedAt: unit.now })
      .where('id', '=', id)
      .execute()
    await recordFailingSince(unit, true)
    unit.publish({ about: 'inbox' })
    return done()
  })
  return recorded.ok
}

async function recordFailure(ports: DeliveryPorts, mail: ClaimedMail, failure: MailNotSent): Promise<void> {
  const { id, kind, attempts } = mail
  const pauseMinutes = failure.permanent ? undefined : retryPausesMinutes[attempts - 1]
  await inTransaction(ports, async (unit) => {
    const answer = toPrintableLine(failure.message)
    const state =
      pauseMinutes === undefined
        ? { state: 'failed' as const, endedAt: unit.now, ...(keepsText(kind) ? null : { subject: '', text: '' }) }
        : { dueAt: after(new Date(unit.now), pauseMinutes * minuteMs) }
    await unit.tx
      .updateTable('outbox')
      .set({ ...state, answer })
      .where('id', '=', id)
      // After this claim has ended, another process may have claimed the e-mail.
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempts)
      .execute()
    // A refused recipient says nothing about the other e-mails.
    if (!failure.permanent) await recordFailingSince(unit, false)
    unit.publish({ about: 'inbox' })
    return done()
  })
  ports.log.warn('an e-mail was not sent', { mail: id, kind, attempts, isLast: pauseMinutes === undefined })
}

// Most other e-mails contain links that soon expire and that only the recipient may see.
function keepsText(kind: OutboxTable['kind']): boolean {
  return kind === 'enquiry'
}

async function recordFailingSince({ tx, now }: UnitOfWork, isWorking: boolean): Promise<void> {
  const since = (await readFact(tx, mailFailureFact))?.value.since ?? null
  if (isWorking === (since === null)) return
  await recordFact({ db: tx, now: () => new Date(now) }, mailFailureFact, { since: isWorking ? null : now })
}

function toPrintableLine(answer: string): string {
  const line = answer.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return [...line.toWellFormed()].slice(0, maxAnswerLength).join('')
}

function after(time: Date, ms: number): string {
  return new Date(time.getTime() + ms).toISOString()
}
