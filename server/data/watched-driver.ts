import type { CompiledQuery, DatabaseConnection, Driver, TransactionSettings } from 'kysely'
import { StoreFailed } from '#portfolio/parts.ts'

/** Gives every error of a database driver the one name that the product knows, `StoreFailed`. */
export class WatchedDriver implements Driver {
  readonly #driver: Driver
  readonly #isFull: (error: unknown) => boolean
  readonly #fit: (parameter: unknown) => unknown
  readonly #watched = new WeakSet<DatabaseConnection>()

  /** `isFull` tells a full disk from other trouble; `fit` gives each parameter the form that the database takes. */
  constructor(driver: Driver, isFull: (error: unknown) => boolean, fit: (parameter: unknown) => unknown) {
    this.#driver = driver
    this.#isFull = isFull
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
    try {
      return await work()
    } catch (error) {
      throw new StoreFailed(error, this.#isFull(error))
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
