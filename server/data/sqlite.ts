import { closeSync, openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely'
import { SqliteDriver } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

const pauseMs = 50

/**
 * Opens the database file, or makes one that its owner alone may read. Every commit is on the disk before it is
 * answered.
 */
export function openSqlite(path: string): Kysely<Tables> {
  makeClosed(path)
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(new SqliteDriver(path)) })
}

/**
 * Empties the journal as well, which still holds the pages as they were before. Waits for whoever reads them, a backup
 * for instance: `false` when somebody still does after `patienceMs`.
 */
export async function scrubSqlite(db: Kysely<Tables>, patienceMs = 5_000): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    // Being kept from it is no error to SQLite: a column of its answer says so.
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return true
    if (performance.now() > deadline) return false
    await wait(pauseMs)
  }
}

// SQLite would let everybody read it; what it puts beside the file has the mode of the file.
function makeClosed(path: string): void {
  try {
    // A file that is there is not even opened: closing it would end the locks that this process has on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

// Kysely speaks to better-sqlite3; Node's own SQLite needs no native build.
class NodeSqliteDialect implements Dialect {
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  createDriver() {
    return this.#driver
  }

  createAdapter() {
    return new QueueingAdapter()
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}

class QueueingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }

  // The driver has a queue of its own, in which questions need not wait.
  override get supportsMultipleConnections() {
    return true
  }
}
