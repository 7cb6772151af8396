import type { PostgresPool } from 'kysely'
import pg from 'pg'

export interface TimeLimits {
  /** How long a query waits for a free or new connection. */
  readonly connectMs: number
  readonly statementMs: number
  /** If the server has not responded after this time, it hangs or is unreachable, and the connection is closed. */
  readonly responseMs: number
}

export const requestLimits: TimeLimits = { connectMs: 2_000, statementMs: 2_500, responseMs: 3_000 }

/** For migrations, and for commands and jobs that copy whole tables. */
export const batchLimits: TimeLimits = { connectMs: 2_000, statementMs: 10 * 60_000, responseMs: 11 * 60_000 }

/** The message with which `pg` reports that a new connection took longer than `connectMs`. */
const noResponseToConnect = 'Connection terminated due to connection timeout'
/** While the server does not respond, one request per interval tries again; the others fail at once. */
const retryEveryMs = 1_000

/** With the default limits, a request to a server that hangs fails within 5 s, later ones at once until it responds. */
export function openPostgresPool(config: pg.ClientConfig, limits = requestLimits): PostgresPool {
  let retryAt: number | null = null
  const report = (responded: boolean) => (retryAt = responded ? null : performance.now() + retryEveryMs)
  const pool = new pg.Pool({
    ...config,
    max: 10,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    Client: class extends ClientWithTimeout {
      override readonly report = report
      override readonly responseMs = limits.responseMs
    },
  })
  // Emitted when an idle connection breaks; the next query opens a new one.
  pool.on('error', () => {})
  // When a connection breaks in a transaction, the next statement fails; an unhandled event would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return {
    async connect() {
      if (retryAt !== null && performance.now() < retryAt) throw new Error('PostgreSQL does not respond')
      if (retryAt !== null) report(false)
      try {
        return await pool.connect()
      } catch (error) {
        if (error instanceof Error && error.message === noResponseToConnect) report(false)
        throw error
      }
    },
    options: pool.options,
    end: () => pool.end(),
  }
}

/** Closes its connection when a query gets no response. The option `query_timeout` would leave it open and unusable. */
abstract class ClientWithTimeout extends pg.Client {
  abstract readonly report: (responded: boolean) => void
  abstract readonly responseMs: number

  // The type of `query` has many overloads; Kysely uses those that return a promise.
  override readonly query = ((...parameters: unknown[]) => {
    const result: unknown = Reflect.apply(super.query, this, parameters)
    if (result instanceof Promise) this.#closeWithoutResponse(result)
    return result
  }) as pg.Client['query']

  #closeWithoutResponse(result: Promise<unknown>): void {
    let pending = true
    const close = () => {
      if (!pending) return
      pending = false
      this.report(false)
      this.connection.stream.destroy(new Error(`PostgreSQL did not respond within ${this.responseMs / 1_000} s`))
    }
    // The response may have arrived while this process was busy: it is read before the next `setImmediate`.
    const timer = setTimeout(() => setImmediate(close), this.responseMs)
    const settle = (responded: boolean) => {
      clearTimeout(timer)
      if (pending && responded) this.report(true)
      pending = false
    }
    result.then(
      () => settle(true),
      (error: unknown) => settle(error instanceof pg.DatabaseError),
    )
  }
}
