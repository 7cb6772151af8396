import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite'
import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import type { Tables } from './tables.ts'
import { WatchedDriver, type Failure } from './watched-driver.ts'

/** Opens (or makes) the database file. Every commit is on the disk before it is answered. */
export function openSqlite(path: string): Kysely<Tables> {
  const database = new DatabaseSync(path, { timeout: 0 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) })
}

// Kysely speaks to better-sqlite3; Node's own SQLite needs no native build.
class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    super({ database: asBetterSqlite(database) })
    this.#database = database
  }

  override createDriver(): Driver {
    return new WatchedDriver(new SqliteDriver({ database: asBetterSqlite(this.#database) }), sqliteFailure)
  }

  override createAdapter() {
    return new TransactionalAdapter()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

function asBetterSqlite(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      // A transaction that starts by reading and writes later could be refused half-way.
      const text = sql === 'begin' ? 'begin immediate' : sql
      const statement = prepared.get(text) ?? asStatement(database.prepare(text))
      if (prepared.size < 500) prepared.set(text, statement)
      return statement
    },
  }
}

function asStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(asValue)),
    run: (parameters) => statement.run(...parameters.map(asValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(asValue)),
  }
}

// A Date as first argument would be taken for named parameters, and NULL be stored.
function asValue(value: unknown): SQLInputValue {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}

/** https://sqlite.org/rescode.html: the low byte is the primary code. */
function sqliteFailure(error: unknown): Failure {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 255 : 0
  if (code === 5) return 'busy'
  return code === 13 ? 'full' : 'failed'
}
