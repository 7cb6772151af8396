import { setTimeout as wait } from 'node:timers/promises'
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  sql,
  type Driver,
  type PostgresDialectConfig,
} from 'kysely'
import pg from 'pg'
import type { Tables } from '#portfolio/tables.ts'
import { ErrorMappingDriver } from '#server/database/error-mapping-driver.ts'
import { openPostgresPool, type TimeLimits } from './pool.ts'

// The type's OID: https://www.postgresql.org/docs/18/catalog-pg-type.html
const int8 = 20

const pollEveryMs = 50
const keepAliveEveryMs = 5_000
/** After this time without a query, as when its machine has vanished, a process loses its lock. */
const defaultMaxSilenceMs = 5 * 60_000

/** Opens a PostgreSQL database. It connects with the first query; the default limits suit requests. */
export function openPostgres(url: string, limits?: TimeLimits): Kysely<Tables> {
  const types: pg.ClientConfig['types'] = {
    getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')),
  }
  const pool = openPostgresPool({ connectionString: url, types }, limits)
  return new Kysely<Tables>({ dialect: new ErrorMappingPostgresDialect({ pool }) })
}

export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

export function runExclusivelyOnPostgres<T>(db: Kysely<Tables>, name: string, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    while (!(await tryLock(tx, name))) await wait(pollEveryMs)
    return runLocked(tx, work)
  })
}

export function runUnlessRunningOnPostgres(
  db: Kysely<Tables>,
  name: string,
  work: () => Promise<void>,
  maxSilenceMs = defaultMaxSilenceMs,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isFree = await tryLock(tx, name)
    if (isFree) await runLocked(tx, work, maxSilenceMs)
    return isFree
  })
}

/** Whether this or another process runs work of this name. */
export async function isRunningOnPostgres(db: Kysely<Tables>, name: string): Promise<boolean> {
  // A lock on an int8 is listed as two halves: https://www.postgresql.org/docs/18/view-pg-locks.html
  const locks = await sql`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = current_database() and granted and objsubid = 1
    and (classid::int8 << 32 | objid::int8) = ${lockKey(name)}`.execute(db)
  return locks.rows.length > 0
}

const lockKey = (name: string) => sql`hashtext(${`enfilade ${name}`})::int8`

/** Whether the advisory lock could be taken. It is released when the transaction ends or its connection is closed. */
async function tryLock(tx: Kysely<Tables>, name: string): Promise<boolean> {
  const query = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockKey(name)}) as "locked"`
  return (await query.execute(tx)).rows[0]?.locked === true
}

async function runLocked<T>(
  tx: Kysely<Tables>,
  work: () => Promise<T>,
  maxSilenceMs = defaultMaxSilenceMs,
): Promise<T> {
  // Without it, PostgreSQL would notice after two hours that a machine has vanished.
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(maxSilenceMs)}, true)`.execute(tx)
  const stop = keepAlive(tx)
  try {
    return await work()
  } finally {
    await stop()
  }
}

/** Sends queries, because servers and proxies close connections that are idle in a transaction, often after 30 s. */
function keepAlive(tx: Kysely<Tables>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  // If this query fails, so does the end of the transaction.
  const ping = () => void (last = sql`select 1`.execute(tx).catch(() => {}))
  const timer = setInterval(ping, keepAliveEveryMs)
  return async () => {
    clearInterval(timer)
    await last
  }
}

/** Removes dead rows. Waits for transactions that may still see them, such as a backup; `false` after `timeoutMs`. */
export async function eraseDeletedPostgresContent(db: Kysely<Tables>, timeoutMs = 5_000): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::xid::text as "now"`.execute(db)
  // `vacuum` skips rows that an older transaction may see, without an error.
  while (await hasOlderTransaction(db, rows[0]?.now)) {
    if (performance.now() > deadline) return false
    await wait(pollEveryMs)
  }
  await sql`vacuum`.execute(db)
  return true
}

async function hasOlderTransaction(db: Kysely<Tables>, transaction: string | undefined): Promise<boolean> {
  const older = await sql`select 1 from pg_stat_activity where datname = current_database()
    and greatest(age(backend_xmin), age(backend_xid)) > age(${transaction}::xid)`.execute(db)
  return older.rows.length > 0
}

class ErrorMappingPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new ErrorMappingDriver(new PostgresDriver(this.#config), isDiskFull, replaceNul)
  }
}

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: 53100 is disk_full. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}

// PostgreSQL refuses NUL in text. No stored id contains U+FFFD in its place, so the query finds nothing, as on SQLite.
function replaceNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\ufffd') : parameter
}
