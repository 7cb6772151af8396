import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SelectQueryNode, type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { StoreFailed } from '#portfolio/parts.ts'
import { Turns } from './turns.ts'

/** How long a change waits, its time in the queue included, while others of this or another process write. */
const patienceMs = 5_000
const pauseMs = 20
const statementsKept = 500

/**
 * One file, two connections: questions are answered at once, whoever writes (WAL); everything that writes waits in one
 * queue, without holding up the process. Every error of SQLite bears the one name that the product knows.
 */
export class SqliteDriver implements Driver {
  readonly #turns = new Turns()
  readonly #writer: Connection
  readonly #reader: Connection

  constructor(path: string) {
    // Waiting is ours: SQLite's own would hold up the whole process.
    this.#writer = new Connection(new DatabaseSync(path, { timeout: 0 }))
    this.#reader = new Connection(new DatabaseSync(path, { timeout: 0 }))
    this.#writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    // What is deleted is overwritten: somebody may have asked for it.
    this.#writer.exec('pragma secure_delete = on')
    this.#reader.exec('pragma query_only = on')
  }

  async init() {}

  async acquireConnection() {
    return new Visit(this.#writer, this.#reader, this.#turns)
  }

  beginTransaction(visit: Visit) {
    return visit.begin()
  }

  commitTransaction(visit: Visit) {
    return visit.commit()
  }

  rollbackTransaction(visit: Visit) {
    return visit.rollback()
  }

  releaseConnection(visit: Visit) {
    return visit.rollback()
  }

  async destroy() {
    this.#reader.close()
    this.#writer.close()
  }
}

/** What one caller asks, from taking to giving back. A transaction keeps the turn until its end. */
class Visit implements DatabaseConnection {
  readonly #writer: Connection
  readonly #reader: Connection
  readonly #turns: Turns
  #endTurn: (() => void) | undefined

  constructor(writer: Connection, reader: Connection, turns: Turns) {
    this.#writer = writer
    this.#reader = reader
    this.#turns = turns
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#endTurn) return named(() => this.#writer.run<R>(query))
    const deadline = performance.now() + patienceMs
    if (SelectQueryNode.is(query.query)) return whenFree(() => this.#reader.run<R>(query), deadline)
    const endTurn = await this.#turns.take(deadline)
    try {
      return await whenFree(() => this.#writer.run<R>(query), deadline)
    } finally {
      endTurn()
    }
  }

  async begin() {
    const deadline = performance.now() + patienceMs
    const endTurn = await this.#turns.take(deadline)
    try {
      // A transaction that starts by reading and writes later could be refused half-way.
      await whenFree(() => this.#writer.exec('begin immediate'), deadline)
    } catch (error) {
      endTurn()
      throw error
    }
    this.#endTurn = endTurn
  }

  async commit() {
    await whenFree(() => this.#writer.exec('commit'), performance.now() + patienceMs)
    this.#leave()
  }

  async rollback() {
    if (!this.#endTurn) return
    try {
      // A full disk may have rolled it back already.
      if (this.#writer.inTransaction) named(() => this.#writer.exec('rollback'))
    } finally {
      this.#leave()
    }
  }

  streamQuery(): never {
    throw new Error('nothing here is read in a stream')
  }

  #leave() {
    this.#endTurn?.()
    this.#endTurn = undefined
  }
}

class Connection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

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
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql)
    if (this.#prepared.size < statementsKept) this.#prepared.set(sql, statement)
    const values = parameters.map(asValue)
    // SQLite tells no types; Kysely knows them from the tables.
    if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  close(): void {
    this.#database.close()
  }
}

/** Tries again while another process holds the lock: nothing of the statement has happened then. */
async function whenFree<T>(work: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (codeOf(error) !== busy || performance.now() > deadline) throw nameOf(error)
    }
    await new Promise((resume) => setTimeout(resume, pauseMs))
  }
}

function named<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw nameOf(error)
  }
}

// https://sqlite.org/rescode.html: the low byte is the primary code.
const busy = 5
const full = 13

function nameOf(error: unknown): unknown {
  const code = codeOf(error)
  return code === 0 ? error : new StoreFailed(error, code === full)
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 255 : 0
}

// A Date as first argument would be taken for named parameters, and NULL be stored.
function asValue(value: unknown): SQLInputValue {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
