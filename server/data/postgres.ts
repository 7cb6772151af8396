import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, PostgresDriver, sql, type Driver, type PostgresDialectConfig } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { WatchedDriver } from './watched-driver.ts'

const int8 = 20
const pauseMs = 50

/** Opens a pool of at most ten connections to the database at this URL. */
export function openPostgres(url: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) },
  })
  // An idle connection that breaks says so here; the next query opens another one.
  pool.on('error', () => {})
  // One that breaks in the middle of a change says so to the next statement; unheard, it would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new WatchedPostgresDialect({ pool }) })
}

/**
 * Takes the dead rows out of their pages. Waits for whoever may still see them, a backup for instance: `false` when
 * somebody still does after `patienceMs`.
 */
export async function scrubPostgres(db: Kysely<Tables>, patienceMs = 5_000): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::xid::text as "now"`.execute(db)
  // `vacuum` leaves what an older transaction may see, and says nothing.
  while (await hasOlderThan(db, rows[0]?.now)) {
    if (performance.now() > deadline) return false
    await wait(pauseMs)
  }
  await sql`vacuum`.execute(db)
  return true
}

async function hasOlderThan(db: Kysely<Tables>, transaction: string | undefined): Promise<boolean> {
  const older = await sql`select 1 from pg_stat_activity where datname = current_database()
    and greatest(age(backend_xmin), age(backend_xid)) > age(${transaction}::xid)`.execute(db)
  return older.rows.length > 0
}

class WatchedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new WatchedDriver(new PostgresDriver(this.#config), isDiskFull, withoutNul)
  }
}

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: 53100 is disk_full. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}

// No text here can hold NUL: looking for one finds nothing, as on SQLite, instead of failing like a broken store.
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\ufffd') : parameter
}
