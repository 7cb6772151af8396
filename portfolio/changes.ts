import type { Kysely, Transaction } from 'kysely'
import { maxStoredChanges, type ChangeEvent, type StoredChange } from './change-events.ts'
import type { Tables } from './tables.ts'

/** Stores events. Locks the counter until the commit, so that changes are committed in the order of their numbers. */
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
 * Locks the counter at once instead of just before the commit. This serialises commands that add to the same list,
 * even while it is empty and has no rows to lock. Call it before the list is read or locked.
 */
export async function lockChanges(tx: Transaction<Tables>): Promise<void> {
  await tx
    .updateTable('changeCounter')
    .set((eb) => ({ number: eb.ref('number') }))
    .execute()
}

async function readChangesAfter(db: Kysely<Tables>, number: number): Promise<readonly StoredChange[]> {
  const rows = await db.selectFrom('changes').selectAll().where('number', '>', number).orderBy('number').execute()
  return rows.map((row) => ({ number: row.number, event: JSON.parse(row.event) as ChangeEvent }))
}

async function readChangeCounter(db: Kysely<Tables>): Promise<{ history: string; number: number }> {
  return db.selectFrom('changeCounter').select(['history', 'number']).executeTakeFirstOrThrow()
}

export function createChangeReader(db: Kysely<Tables>) {
  return {
    readCounter: () => readChangeCounter(db),
    readAfter: (number: number) => readChangesAfter(db, number),
  }
}
