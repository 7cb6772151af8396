import { closeSync, openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely'
import { SqliteDriver } from './driver.ts'
import type { Tables } from '#portfolio/tables.ts'

const pollEveryMs = 50

/** Opens the database file, or creates it with mode 0600. A commit resolves once it is on the disk. */
export function openSqlite(path: string): Kysely<Tables> {
  return openSqliteFile(path).db
}

/** Like `openSqlite`, but also returns `watchForeignChanges` of `OpenDatabase`. */
export function openSqliteFile(path: string): { db: Kysely<Tables>; watchForeignChanges: () => () => boolean } {
  createPrivateFile(path)
  const driver = new SqliteDriver(path)
  const watchForeignChanges = () => {
    let version = driver.readDataVersion()
    return () => {
      const before = version
      try {
        version = driver.readDataVersion()
      } catch {
        return true
      }
      return version !== before
    }
  }
  return { db: new Kysely<Tables>({ dialect: new NodeSqliteDialect(driver) }), watchForeignChanges }
}

/** Truncates the write-ahead log, which contains old pages. `false` if a reader, such as a backup, still needs them. */
export async function eraseDeletedSqliteContent(db: Kysely<Tables>, timeoutMs = 5_000): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    // A blocked checkpoint is not an error: a column of the result reports it.
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return true
    if (performance.now() > deadline) return false
    await wait(pollEveryMs)
  }
}

// SQLite would make the file readable by everyone. Its journals get the mode of the file.
function createPrivateFile(path: string): void {
  try {
    // An existing file is not opened, because closing it would release this process's POSIX locks on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

// Kysely's SQLite dialect needs better-sqlite3, a native module.
class NodeSqliteDialect implements Dialect {
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  createDriver() {
    return this.#driver
  }

  createAdapter() {
    return new NodeSqliteAdapter()
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }

  // The driver queues writes itself; reads do not wait.
  override get supportsMultipleConnections() {
    return true
  }
}
