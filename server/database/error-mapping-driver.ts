import type { CompiledQuery, DatabaseConnection, Driver, TransactionSettings } from 'kysely'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { traceQuery } from '#server/telemetry/channels.ts'

/** Wraps a PostgreSQL driver: traces its queries, and turns errors of connections and queries into `DatabaseFailed`. */
export class ErrorMappingDriver implements Driver {
  readonly #driver: Driver
  readonly #isDiskFull: (error: unknown) => boolean
  readonly #toParameter: (parameter: unknown) => unknown
  readonly #wrapped = new WeakSet<DatabaseConnection>()

  /** `isDiskFull` recognises a disk-full error; `toParameter` converts each parameter for the database. */
  constructor(driver: Driver, isDiskFull: (error: unknown) => boolean, toParameter: (parameter: unknown) => unknown) {
    this.#driver = driver
    this.#isDiskFull = isDiskFull
    this.#toParameter = toParameter
  }

  init() {
    return this.#driver.init()
  }

  async acquireConnection() {
    const connection = await this.#mapErrors(() => this.#driver.acquireConnection())
    if (!this.#wrapped.has(connection)) {
      this.#wrapped.add(connection)
      const execute = connection.executeQuery.bind(connection)
      // Replaced in place: a wrapper would lack the private methods with which Kysely's driver releases a connection.
      connection.executeQuery = <R>(query: CompiledQuery) =>
        traceQuery('postgresql', query.query, () =>
          this.#mapErrors(() => execute<R>({ ...query, parameters: query.parameters.map(this.#toParameter) })),
        )
    }
    return connection
  }

  async #mapErrors<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      throw new DatabaseFailed(error, this.#isDiskFull(error))
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
