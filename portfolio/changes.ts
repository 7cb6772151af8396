import type { Kysely, Transaction } from 'kysely'
import { maxStoredChanges, type ChangeEvent, type StoredChange } from './change-events.ts'
import type { Tables } from './tables.ts'

/** Stores events. The counter stays locked until the commit, so that a higher number is never committed first. */
export async function recordChanges(tx: Transaction<Tables>, events: readonly ChangeEvent[]): Promise<void> {
  const { number: last } = await tx
    .updateTable('changeCounter')
    .set(({ eb }) => ({ number: eb('number', '+', events.length) }))
    .returning('number')
    .executeTakeFirstOrThrow()
  const first = last - events.length + 1
  const rows = events.map((event, n) => ({ number: first + n, event: JSON.stringify(event) }))
  await tx.insertInto('changes').values(rows).execute()
  await tx
    .deleteFrom('changes')
    .where('number', '<=', last - maxStoredChanges)
    .execute()
}

/**
 * Locks the counter now instead of at the commit, so that commands that add to the same list run one after the other,
 * even while the list is empty. Call it before the list is read or locked.
 */
export async function lockChanges(tx: Transaction<Tables>): Promise<void> {
  await tx
    .updateTable('changeCounter')
    .set((of) => ({ number: of.ref('number') }))
    .execute()
}

async function readChangesAfter(db: Kysely<Tables>, number: number): Promise<readonly StoredChange[]> {
  const rows = await db.selectFrom('changes').selectAll().where('number', '>', number).orderBy('number').execute()
  return rows.map((row) => ({ number: row.number, event: JSON.parse(row.event) as ChangeEvent }))
}

async function readChangeCounter(db: Kysely<Tables>): Promise<{ history: string; number: number }> {
  return db.selectFrom('changeCounter').select(['history', 'number']).executeTakeFirstOrThrow()
}

/** The stored changes of this database, for the event bus. */
export function storedChanges(db: Kysely<Tables>) {
  return {
    readCounter: () => readChangeCounter(db),
    readAfter: (number: number) => readChangesAfter(db, number),
  }
}
