import { createSyncFn } from 'synckit'
import type { RunSql, SqlValue } from './sql-worker.ts'

export type { SqlValue } from './sql-worker.ts'

/** Longer than the worker waits for one query and one live stream together. */
const timeoutMs = 180_000
let run: ((...input: Parameters<RunSql>) => Awaited<ReturnType<RunSql>>) | undefined

/** Runs SQL on PostgreSQL and waits for the rows, as `node:sqlite` does. */
export function runSqlOnPostgres(
  url: string,
  processPorts: readonly number[],
  text: string,
  values: readonly SqlValue[] = [],
): Awaited<ReturnType<RunSql>> {
  // The first call starts a thread.
  run ??= createSyncFn<RunSql>(new URL('sql-worker.ts', import.meta.url), timeoutMs)
  return run(url, processPorts, text, values)
}

/** Locks all tables against writing, but not against reading. Returns the function that releases the locks. */
export function lockTables(url: string): () => void {
  // Another URL, so that the transaction has its own connection.
  const runInTransaction = (text: string) => runSqlOnPostgres(`${url}?application_name=lock`, [], text)
  const tables = runInTransaction(`select tablename as name from pg_tables where schemaname = 'public'`)
  runInTransaction('begin')
  runInTransaction(`lock table ${tables.map(({ name }) => `"${String(name)}"`).join(', ')} in exclusive mode`)
  return () => void runInTransaction('rollback')
}
