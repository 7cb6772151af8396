import type { Transaction } from 'kysely'
import type { Tables } from '#server/data/tables.ts'
import type { Change } from './changes.ts'
import { refused, type Outcome, type Refusal } from './outcome.ts'
import { StoreFailed, type Parts } from './parts.ts'

/** What a writing verb gets: one transaction, and a way to say what it changed. */
export interface UnitOfWork {
  readonly tx: Transaction<Tables>
  readonly newId: () => string
  /** The moment of the change, ISO 8601 in UTC. */
  readonly now: string
  /** Heard by open pages once, and only if, the whole has been committed. */
  announce(change: Change): void
}

/**
 * The one way to write: all or nothing, announced only once it is true.
 * A refusal rolls back like a failure does. One that is `unsure` may have been stored: only its answer was lost.
 */
export async function changeTogether<T>(
  parts: Pick<Parts, 'db' | 'channel' | 'log' | 'now' | 'newId'>,
  work: (unit: UnitOfWork) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const announced: Change[] = []
  let committing = false
  try {
    const outcome = await parts.db.transaction().execute(async (tx) => {
      const result = await work({
        tx,
        newId: parts.newId,
        now: parts.now().toISOString(),
        announce: (change) => announced.push(change),
      })
      if (!result.ok) throw new RolledBack(result)
      committing = true
      return result
    })
    if (announced.length > 0) parts.channel.publish(announced)
    return outcome
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    if (error instanceof StoreFailed) {
      const { full, cause } = error
      parts.log.error('a change could not be stored', { cause: String(cause), committing })
      if (full) return refused('full', 'The storage is full. Nothing was changed.')
      return committing ? unsure() : unavailable()
    }
    throw error
  }
}

function unavailable(): Refusal {
  return refused('unavailable', 'This cannot be saved just now. Nothing was changed; please try again in a moment.')
}

// A connection that breaks between the commit and its answer does not say which of the two was lost.
function unsure(): Refusal {
  const sentence = 'It is not known whether this was saved. Please look again in a moment before you try again.'
  return refused('unavailable', sentence, { unsure: true })
}

/** Carries a refusal out of the transaction, so that it is rolled back. */
class RolledBack extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
