import { SqliteAdapter, sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** What the database finds wrong with itself: torn pages, references to rows that are not there. */
export async function findDatabaseFaults(db: Kysely<Tables>): Promise<string[]> {
  // PostgreSQL guards its references in every write, and its pages by checksums in every read.
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return []
  const torn = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const loose = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(db)
  return [
    ...torn.rows.filter((row) => row.integrity_check !== 'ok').map((row) => `the database: ${row.integrity_check}`),
    ...loose.rows.map(
      (row) => `the row ${row.rowid} of ${row.table} refers to a row of ${row.parent} that is not there`,
    ),
  ]
}
