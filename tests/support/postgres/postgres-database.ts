import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TimeLimits } from '#server/database/postgres/pool.ts'

// The type's OID: https://www.postgresql.org/docs/18/catalog-pg-type.html
const int8 = 20

/** A busy machine could exceed the limits of requests. */
export const testLimits: TimeLimits = { connectMs: 240_000, statementMs: 240_000, responseMs: 260_000 }

/** Copies the database at this URL, to which no connection may be open. Returns the URL of the copy. */
export async function copyPostgresDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const [, templateName] = new URL(template).pathname.split('/')
  await runOnServer(template, `create database ${name} template ${templateName}`)
  return new URL(`/${name}`, template).href
}

/** Creates an empty database on the server at this URL. Returns the URL of the database. */
export async function createPostgresDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server, `create database ${name}`)
  return new URL(`/${name}`, server).href
}

/** Drops the database at this URL and closes the connections to it. */
export async function dropPostgresDatabase(url: string): Promise<void> {
  const [, name] = new URL(url).pathname.split('/')
  await runOnServer(url, `drop database ${name} with (force)`)
}

/**
 * Opens one connection, without the time limits of the site's connections, which a busy machine could exceed. A test in
 * which the server hangs sets a limit: a query that exceeds it fails, and its connection is closed.
 */
export function connectToPostgres(url: string, timeoutMs = 0): pg.Pool {
  const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  const pool = new pg.Pool({ connectionString: url, max: 1, types: { getTypeParser }, ...limits })
  // Emitted when the server closes the idle connection, because it was killed or the database dropped.
  pool.on('error', () => {})
  return pool
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const server = connectToPostgres(new URL('/postgres', url).href)
  await server.query(statement).finally(() => server.end())
}
