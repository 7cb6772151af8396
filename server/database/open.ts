import type { Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'
import { migrate, type WriterVersion } from './migrate.ts'
import { eraseDeletedPostgresContent, openPostgres } from './postgres.ts'
import { eraseDeletedSqliteContent, openSqliteFile } from './sqlite.ts'

export interface OpenDatabase {
  readonly db: Kysely<Tables>
  readonly eraseDeletedContent: () => Promise<boolean>
  /** Whether another process has changed the SQLite file since the last call; of PostgreSQL, nothing is known: `false`. */
  readonly hasForeignChanges: () => boolean
}

/**
 * Opens and migrates PostgreSQL at `databaseUrl`, or else the SQLite file at `path`; `beforeUpdate` is called before the
 * file of an earlier version is changed. Throws `NewerDatabase` and `UpdateFailed`.
 */
export async function openDatabase(
  databaseUrl: string | null,
  path: string,
  beforeUpdate: (former: WriterVersion) => Promise<void>,
): Promise<OpenDatabase> {
  const { db, hasForeignChanges } = databaseUrl
    ? { db: openPostgres(databaseUrl), hasForeignChanges: () => false }
    : openSqliteFile(path)
  try {
    await (databaseUrl ? migrate(db) : migrate(db, beforeUpdate))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    hasForeignChanges,
    eraseDeletedContent: () => (databaseUrl ? eraseDeletedPostgresContent(db) : eraseDeletedSqliteContent(db)),
  }
}
