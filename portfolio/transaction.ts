import type { Transaction } from 'kysely'
import type { ChangeEvent } from './change-events.ts'
import { recordChanges } from './changes.ts'
import { DatabaseFailed, type Ports } from './ports.ts'
import { done, refused, type Refusal, type Result } from './result.ts'
import type { Tables } from './tables.ts'

/** What a command gets: one transaction, with its time `now` (ISO 8601 in UTC). */
export interface UnitOfWork {
  readonly tx: Transaction<Tables>
  readonly newId: () => string
  readonly now: string
  readonly mailConfigured: boolean
  /** Publishes the event after the commit, never after a rollback. */
  publish(event: ChangeEvent): void
  /** Starts the background jobs after the commit, for what this transaction has queued. */
  wakeJobs(): void
}

export type TransactionPorts = Pick<Ports, 'db' | 'events' | 'log' | 'now' | 'newId' | 'mailConfigured' | 'wake'>

/** Runs a command in a transaction. A refusal rolls back. A database error is refused as `full` or `unavailable`. */
export async function inTransaction<T>(
  ports: TransactionPorts,
  command: (unit: UnitOfWork) => Promise<Result<T>>,
): Promise<Result<T>> {
  let changed = false
  let wakes = false
  const { newId, mailConfigured } = ports
  const result = await commit(ports, async (tx) => {
    const published: ChangeEvent[] = []
    const outcome = await command({
      tx,
      newId,
      now: ports.now().toISOString(),
      mailConfigured,
      publish: (event) => void published.push(event),
      wakeJobs: () => (wakes = true),
    })
    changed = outcome.ok && published.length > 0
    if (changed) await recordChanges(tx, await hideWhileClosed(tx, published))
    return outcome
  })
  if (result.ok && wakes) ports.wake()
  if (!result.ok || !changed) return result
  try {
    await ports.events.deliver()
  } catch (error) {
    ports.log.error('a change could not be published', { cause: String(error) })
  }
  return result
}

/** Publishes events of changes that were committed without a unit of work. */
export async function publishChanges(ports: TransactionPorts, ...events: readonly ChangeEvent[]): Promise<void> {
  await inTransaction(ports, async (unit) => {
    events.forEach(unit.publish)
    return done()
  })
}

/** While the site is closed, changes of projects are published to admins only, like those of drafts. */
async function hideWhileClosed(
  tx: Transaction<Tables>,
  events: readonly ChangeEvent[],
): Promise<readonly ChangeEvent[]> {
  if (!events.some((event) => 'audience' in event && event.audience === 'everyone')) return events
  const site = await tx.selectFrom('siteSetup').select('visibility').executeTakeFirst()
  if (site?.visibility !== 'closed') return events
  return events.map((event) => ('audience' in event ? { ...event, audience: 'admins' } : event))
}

async function commit<T>(
  { db, log }: Pick<Ports, 'db' | 'log'>,
  work: (tx: Transaction<Tables>) => Promise<Result<T>>,
): Promise<Result<T>> {
  let committing = false
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new RolledBack(result)
      committing = true
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    if (!(error instanceof DatabaseFailed)) throw error
    log.error('a change could not be stored', { cause: String(error.cause), committing })
    if (error.full) return refused('full', 'The storage is full. Nothing was changed.')
    return committing ? maybeStored() : unavailable()
  }
}

function unavailable(): Refusal {
  return refused('unavailable', 'This cannot be saved right now. Nothing was changed; please try again in a moment.')
}

// The connection broke before the response to the commit arrived: it is not known whether the database committed.
function maybeStored(): Refusal {
  const sentence = 'It is not known whether this was saved. Please look again in a moment before you try again.'
  return refused('unavailable', sentence, { maybeStored: true })
}

class RolledBack extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
