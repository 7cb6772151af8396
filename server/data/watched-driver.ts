import type { CompiledQuery, DatabaseConnection, Driver, TransactionSettings } from 'kysely'
import { StoreFailed } from '#portfolio/parts.ts'

/** What a driver's error means. `busy` is tried again; nothing of the statement has happened. */
export type Failure = 'busy' | 'full' | 'failed'

const patience = { totalMs: 5_000, pauseMs: 20 }

/**
 * Gives every error of a database driver the one name that the product knows, `StoreFailed`,
 * and waits for a busy database without holding up the process, for 5 s at most.
 */
export class WatchedDriver implements Driver {
  readonly #driver: Driver
  readonly #failureOf: (error: unknown) => Failure
  readonly #fit: (parameter: unknown) => unknown
  readonly #watched = new WeakSet<DatabaseConnection>()

  /** `fit` gives each parameter the form that the database takes. */
  constructor(driver: Driver, failureOf: (error: unknown) => Failure, fit = (parameter: unknown) => parameter) {
    this.#driver = driver
    this.#failureOf = failureOf
    this.#fit = fit
  }

  init() {
    return this.#driver.init()
  }

  async acquireConnection() {
    const connection = await this.#named(() => this.#driver.acquireConnection())
    if (!this.#watched.has(connection)) {
      this.#watched.add(connection)
      const execute = connection.executeQuery.bind(connection)
      // Patched in place: the drivers of Kysely know their connections by identity.
      connection.executeQuery = <R>(query: CompiledQuery) =>
        this.#named(() => execute<R>({ ...query, parameters: query.parameters.map(this.#fit) }))
    }
    return connection
  }

  async #named<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + patience.totalMs
    for (;;) {
      try {
        return await work()
      } catch (error) {
        const failure = this.#failureOf(error)
        if (failure !== 'busy' || performance.now() > deadline) throw new StoreFailed(error, failure === 'full')
        await new Promise((resume) => setTimeout(resume, patience.pauseMs))
      }
    }
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    return this.#driver.beginTransaction(connection, settings)
  }

  commitTransaction(connection: DatabaseConnection) {
    return this.#driver.commitTransaction(connection)
  }

  rollbackTransaction(connection: DatabaseConnection) {
    return this.#driver.rollbackTransaction(connection)
  }

  releaseConnection(connection: DatabaseConnection) {
    return this.#driver.releaseConnection(connection)
  }

  destroy() {
    return this.#driver.destroy()
  }
}
