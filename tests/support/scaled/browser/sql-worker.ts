import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { runAsWorker } from 'synckit'
import { connectToPostgres } from '#tests/support/postgres/postgres-database.ts'

export type SqlValue = string | number | null
export type RunSql = typeof runSql

const queryTimeoutMs = 60_000
const streamTimeoutMs = 60_000
/** The tables that affect visitors' pages, which the processes keep in memory; without an admin, these have `noindex`. */
const onPages = /projects|photos|studio|sectors|projectFacts|siteSetup|oldAddresses|users/
const databases = new Map<string, pg.Pool>()
let clientCount = 0

/**
 * Runs SQL that is written for SQLite, then waits until these processes have delivered all changes: until then they
 * respond with pages from memory. A write that affects pages is published as a change of the studio, which affects all.
 */
async function runSql(url: string, processPorts: readonly number[], text: string, values: readonly SqlValue[]) {
  const database = databases.get(url) ?? openDatabase(url)
  const { rows } = await database.query<Record<string, unknown>>(toPostgres(text), [...values])
  const isChange = /^\s*(insert|update|delete)\b/i.test(text)
  if (isChange && onPages.test(text)) await publishChange(database)
  if (processPorts.length > 0) await waitUntilDelivered(database, processPorts)
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toSqlite(value)])))
}

function openDatabase(url: string): pg.Pool {
  const database = connectToPostgres(url, queryTimeoutMs)
  // By default a connection is closed after 10 s, which would release the locks of its transaction.
  database.options.idleTimeoutMillis = 0
  databases.set(url, database)
  return database
}

async function publishChange(database: pg.Pool): Promise<void> {
  await database.query(
    `with counter as (update "changeCounter" set number = number + 1 returning number)
      insert into changes select number, '{"about":"studio"}' from counter`,
  )
}

async function waitUntilDelivered(database: pg.Pool, processPorts: readonly number[]): Promise<void> {
  const { rows } = await database.query<{ number: number }>('select number from "changeCounter"')
  const { number = 0 } = rows[0] ?? {}
  for (const port of processPorts) while ((await readChangeNumber(port)) < number) await wait(20)
}

/** The number of the last change that a process has delivered, from the first line of a live stream. */
async function readChangeNumber(port: number): Promise<number> {
  clientCount += 1
  const headers = { 'X-Forwarded-For': `10.250.${(clientCount >> 8) & 255}.${clientCount & 255}` }
  const signal = AbortSignal.timeout(streamTimeoutMs)
  const outgoing = get({ host: '127.0.0.1', port, path: '/live', headers, signal })
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const [chunk] = (await once(response, 'data')) as [Buffer]
  outgoing.destroy()
  const number = /^id: \w+\.(\d+)/.exec(chunk.toString())?.[1]
  if (number === undefined) throw new Error(`/live returned ${response.statusCode}: ${chunk.toString()}`)
  return Number(number)
}

/** Quotes names with capitals outside of strings, and numbers the parameters. */
function toPostgres(text: string): string {
  let parameters = 0
  return text
    .replaceAll(/'[^']*'|"[^"]*"|\b[a-z]+[A-Z]\w*/g, (part) => (/^['"]/.test(part) ? part : `"${part}"`))
    .replaceAll(/'[^']*'|\?/g, (part) => (part === '?' ? `$${(parameters += 1)}` : part))
}

function toSqlite(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

runAsWorker(runSql)
