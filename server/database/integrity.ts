import { SqliteAdapter, sql, type Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'
import { withReadOnlyDatabase } from './sqlite/snapshot.ts'

const integrityCheck = 'pragma integrity_check'
const foreignKeyCheck = 'pragma foreign_key_check'

interface IntegrityRow {
  readonly integrity_check: string
}

interface ForeignKeyRow {
  readonly table: string
  readonly rowid: number
  readonly parent: string
}

/** Finds damaged pages and references to missing rows in an open database, on SQLite only. */
export async function findDatabaseProblems(db: Kysely<Tables>): Promise<string[]> {
  // PostgreSQL checks references on every write and, where checksums are enabled, pages on every read.
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return []
  const damaged = await sql.raw<IntegrityRow>(integrityCheck).execute(db)
  const dangling = await sql.raw<ForeignKeyRow>(foreignKeyCheck).execute(db)
  return [
    ...describeDamage(damaged.rows).map((message) => `the database: ${message}`),
    ...describeDangling(dangling.rows),
  ]
}

/** Finds the same problems in a database file that no process has open. An unreadable file counts as one problem. */
export function findDatabaseFileProblems(path: string): string[] {
  try {
    return withReadOnlyDatabase(path, (database) => [
      // node:sqlite does not type its rows.
      ...describeDamage(database.prepare(integrityCheck).all() as unknown as IntegrityRow[]),
      ...describeDangling(database.prepare(foreignKeyCheck).all() as unknown as ForeignKeyRow[]),
    ])
  } catch (error) {
    return [`it cannot be read (${String(error)})`]
  }
}

function describeDamage(rows: readonly IntegrityRow[]): string[] {
  return rows.map((row) => row.integrity_check).filter((message) => message !== 'ok')
}

function describeDangling(rows: readonly ForeignKeyRow[]): string[] {
  return rows.map((row) => `the row ${row.rowid} of ${row.table} refers to a missing row of ${row.parent}`)
}
