import type { Transaction } from 'kysely'
import type { Ports } from './ports.ts'
import type { Tables } from './tables.ts'

/** Runs queries on a consistent snapshot of the database, taken at the first query. Blocks no command. */
export function readSnapshot<T>(db: Ports['db'], read: (snapshot: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
