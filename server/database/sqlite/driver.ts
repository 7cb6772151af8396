import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  SelectQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { traceQuery } from '#server/telemetry/channels.ts'
import { trackDatabaseFile } from './database-file.ts'
import { busyTimeoutMs, retryWhileBusy, withDatabaseErrors } from './retry-while-busy.ts'

/** Twice the number of the site's statements. Each length of an `in (…)` list is a separate statement. */
const maxPreparedStatements = 200

type WriteQueue = ReturnType<typeof openWriteQueue>

/** Two connections: in WAL mode reads do not wait for writes, which queue without blocking the process. */
export class SqliteDriver implements Driver {
  readonly #writeQueue = openWriteQueue()
  readonly #writer: Connection
  readonly #reader: Connection

  /** Called after each write outside a transaction and after each commit, before the result is returned. */
  readonly #checkFile: () => void
  readonly #path: string

  /** Throws `DatabaseFailed` for a file that is locked or is not a database. */
  constructor(path: string) {
    this.#path = path
    // SQLite's own timeout would block the whole process.
    this.#writer = new Connection(new DatabaseSync(path, { timeout: 0 }))
    this.#reader = new Connection(new DatabaseSync(path, { timeout: 0 }))
    withDatabaseErrors(() => {
      this.#writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
      // Overwrites deleted content, which may be personal data.
      this.#writer.exec('pragma secure_delete = on')
      this.#reader.exec('pragma query_only = on')
    })
    this.#checkFile = trackDatabaseFile(path)
  }

  async init() {}

  async acquireConnection() {
    return new QueuedConnection(this.#writer, this.#reader, this.#writeQueue, this.#checkFile)
  }

  async beginTransaction(connection: QueuedConnection, { accessMode }: TransactionSettings = {}) {
    if (accessMode === 'read only') connection.beginReading(withDatabaseErrors(() => openSnapshot(this.#path)))
    else await connection.begin()
  }

  commitTransaction(connection: QueuedConnection) {
    return connection.commit()
  }

  rollbackTransaction(connection: QueuedConnection) {
    return connection.rollback()
  }

  releaseConnection(connection: QueuedConnection) {
    return connection.rollback()
  }

  /** Changes with a commit by another process, but not with one by this driver. Takes some microseconds. */
  readDataVersion(): unknown {
    return this.#writer.readDataVersion()
  }

  async destroy() {
    this.#reader.close()
    this.#writer.close()
  }
}

function openWriteQueue() {
  return limitConcurrency(1, { toError: (reason) => new DatabaseFailed(new Error(reason)) })
}

/** All queries of this connection see the same state. */
function openSnapshot(path: string): Connection {
  const connection = new Connection(new DatabaseSync(path, { timeout: 0, readOnly: true }))
  connection.exec('begin')
  return connection
}

/** A transaction holds its slot in the write queue until it ends, unless it only reads. */
class QueuedConnection implements DatabaseConnection {
  readonly #writer: Connection
  readonly #reader: Connection
  readonly #writeQueue: WriteQueue
  readonly #checkFile: () => void
  #releaseSlot: (() => void) | undefined
  #snapshot: Connection | undefined

  constructor(writer: Connection, reader: Connection, writeQueue: WriteQueue, checkFile: () => void) {
    this.#checkFile = checkFile
    this.#writer = writer
    this.#reader = reader
    this.#writeQueue = writeQueue
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return traceQuery('sqlite', query.query, () => this.#execute<R>(query))
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#releaseSlot) return withDatabaseErrors(() => this.#writer.run<R>(query))
    const deadline = performance.now() + busyTimeoutMs
    const snapshot = this.#snapshot
    if (snapshot) return retryWhileBusy(() => snapshot.run<R>(query), deadline)
    if (SelectQueryNode.is(query.query)) return retryWhileBusy(() => this.#reader.run<R>(query), deadline)
    const result = await this.#writeQueue.run(() => retryWhileBusy(() => this.#writer.run<R>(query), deadline), {
      deadline,
    })
    this.#checkFile()
    return result
  }

  async begin() {
    const deadline = performance.now() + busyTimeoutMs
    const releaseSlot = await this.#writeQueue.acquire({ deadline })
    try {
      // A deferred transaction that reads first and writes later could be refused in the middle.
      await retryWhileBusy(() => this.#writer.exec('begin immediate'), deadline)
    } catch (error) {
      releaseSlot()
      throw error
    }
    this.#releaseSlot = releaseSlot
  }

  beginReading(snapshot: Connection) {
    this.#snapshot = snapshot
  }

  async commit() {
    if (this.#snapshot) return this.#endReading()
    await retryWhileBusy(() => this.#writer.exec('commit'), performance.now() + busyTimeoutMs)
    this.#end()
    this.#checkFile()
  }

  async rollback() {
    this.#endReading()
    if (!this.#releaseSlot) return
    try {
      // A full disk may have rolled the transaction back already.
      if (this.#writer.inTransaction) withDatabaseErrors(() => this.#writer.exec('rollback'))
    } finally {
      this.#end()
    }
  }

  streamQuery(): never {
    throw new Error('streaming queries are not supported')
  }

  #endReading() {
    this.#snapshot?.close()
    this.#snapshot = undefined
  }

  #end() {
    this.#releaseSlot?.()
    this.#releaseSlot = undefined
  }
}

class Connection {
  readonly #database: DatabaseSync
  /** By SQL text, least recently used first. */
  readonly #statements = new Map<string, StatementSync>()
  #dataVersion: StatementSync | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql)
    const values = parameters.map(toSqlite)
    // node:sqlite does not type its rows.
    if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  readDataVersion(): unknown {
    this.#dataVersion ??= this.#database.prepare('pragma data_version')
    return this.#dataVersion.get()?.['data_version']
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    const [oldest] = this.#statements.keys()
    if (this.#statements.size > maxPreparedStatements && oldest !== undefined) this.#statements.delete(oldest)
    return statement
  }
}

// If the first argument is a Date, node:sqlite mistakes it for an object of named parameters and stores NULL.
function toSqlite(value: unknown): SQLInputValue {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 1 : 0
  // Kysely passes parameters as `unknown`; SQLite refuses every other type.
  return value as SQLInputValue
}
