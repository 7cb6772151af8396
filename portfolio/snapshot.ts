import type { Transaction } from 'kysely'
import type { Ports } from './ports.ts'
import type { Tables } from './tables.ts'

/** Runs queries that see the database as it was at the first of them, and that no command waits for. */
export function readSnapshot<T>(db: Ports['db'], read: (snapshot: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
