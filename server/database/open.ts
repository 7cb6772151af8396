import type { Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'
import { isCurrent, migrate, type WriterVersion } from './migrate.ts'
import {
  eraseDeletedPostgresContent,
  isRunningOnPostgres,
  openPostgres,
  runExclusivelyOnPostgres,
  runUnlessRunningOnPostgres,
} from './postgres/postgres.ts'
import { listenForPostgresChanges, type ChangeListener } from './postgres/listener.ts'
import { batchLimits } from './postgres/pool.ts'
import { eraseDeletedSqliteContent, openSqliteFile } from './sqlite/sqlite.ts'

export interface OpenDatabase {
  readonly db: Kysely<Tables>
  /** See `Adapters`. */
  readonly eraseDeletedContent: () => Promise<boolean>
  /** Runs `work` once no other process with this database runs work of the same name. */
  readonly runExclusively: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Runs `work` unless another process with this database runs work of the same name; resolves with whether it ran. */
  readonly runUnlessRunning: (name: string, work: () => Promise<void>) => Promise<boolean>
  /** Whether any process with this PostgreSQL database runs work of this name; `false` for SQLite. */
  readonly isRunning: (name: string) => Promise<boolean>
  /**
   * Returns a function that tells whether another process has changed the SQLite file since the last call, or whether
   * the file is unreadable. `null` for PostgreSQL.
   */
  readonly watchForeignChanges: (() => () => boolean) | null
  /** Listens for changes by all processes; returns a function that stops listening. `null` for SQLite. */
  readonly listenForChanges: ((listener: ChangeListener) => () => void) | null
}

/**
 * Opens and migrates a database. Calls `beforeUpdate` before it changes a SQLite file of an earlier version. Throws
 * `NewerDatabase` and `UpdateFailed`.
 */
export async function openDatabase(
  databaseUrl: string | null,
  path: string,
  beforeUpdate: (former: WriterVersion) => Promise<void>,
): Promise<OpenDatabase> {
  const { db, watchForeignChanges } = databaseUrl
    ? { db: openPostgres(databaseUrl), watchForeignChanges: null }
    : openSqliteFile(path)
  try {
    if (!databaseUrl) await migrate(db, beforeUpdate)
    else if (!(await isCurrent(db))) await migratePostgres(databaseUrl)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    watchForeignChanges,
    listenForChanges: databaseUrl ? (listener) => listenForPostgresChanges(databaseUrl, listener) : null,
    // Only one site uses a SQLite file.
    runExclusively: (name, work) => (databaseUrl ? runExclusivelyOnPostgres(db, name, work) : work()),
    runUnlessRunning: async (name, work) => {
      if (databaseUrl) return runUnlessRunningOnPostgres(db, name, work)
      await work()
      return true
    },
    isRunning: async (name) => (databaseUrl ? isRunningOnPostgres(db, name) : false),
    eraseDeletedContent: () => (databaseUrl ? eraseDeletedPostgresContent(db) : eraseDeletedSqliteContent(db)),
  }
}

/** A migration of many rows, or the wait for another process that migrates, takes longer than a request may. */
async function migratePostgres(url: string): Promise<void> {
  const db = openPostgres(url, batchLimits)
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}
