import { Kysely, PostgresDialect, PostgresDriver, sql, type Driver, type PostgresDialectConfig } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { WatchedDriver } from './watched-driver.ts'

const int8 = 20

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

/** Takes the dead rows out of their pages. */
export async function scrubPostgres(db: Kysely<Tables>): Promise<void> {
  await sql`vacuum`.execute(db)
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
