import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Launch } from '#tests/support/site/launch.ts'
import type { TestBucket } from '#tests/support/object-store/create-bucket.ts'
import { copyStores, createStores, deleteStores, settingsOfStores } from '#tests/support/site/site-stores.ts'
import { lockTables, runSqlOnPostgres, type SqlValue } from './postgres-sql.ts'
import type { PreparedStores } from './stores-variable.ts'

/** The stores of a site of three processes, and how to start it. */
export interface ScaledBackend {
  readonly settings: Readonly<Record<string, string>>
  readonly bucket: TestBucket
  /** Runs the command of one process three times, behind a load balancer at its port, in a process group. */
  readonly launch: Launch
  /** Runs SQL that is written for SQLite, then waits as `waitForChanges` does. */
  runSql(dataDir: string | null, text: string, values: readonly SqlValue[]): object[]
  /** Waits until the processes of this data folder have delivered all changes. `null`: none of them responds. */
  waitForChanges(dataDir: string | null): void
  /** Keeps the site from writing to its database. Returns the function that releases it. */
  lockTables(): () => void
  /** Deletes the stores. */
  close(): Promise<void>
}

/** Copies these stores, or creates empty ones on the same servers. */
export async function openScaledBackend(prepared: PreparedStores, isEmpty: boolean): Promise<ScaledBackend> {
  const stores = await (isEmpty ? createStores(prepared) : copyStores(prepared))
  const { databaseUrl, bucket } = stores
  if (!databaseUrl || !bucket) throw new Error('the prepared site has no database or no bucket')
  return {
    settings: {
      ...settingsOfStores(stores),
      SECRET: prepared.secret,
      BACKUP_DIR: `s3://${prepared.backupBucket}/${randomUUID()}`,
    },
    bucket,
    launch: launchThreeProcesses,
    runSql: (dataDir, text, values) =>
      runSqlOnPostgres(databaseUrl, /^\s*select\b/i.test(text) ? [] : readPorts(dataDir), text, values),
    waitForChanges: (dataDir) => void runSqlOnPostgres(databaseUrl, readPorts(dataDir), 'select 1'),
    lockTables: () => lockTables(databaseUrl),
    close: () => deleteStores(stores),
  }
}

/** The ports that `scaled-processes.ts` has written. */
function readPorts(dataDir: string | null): number[] {
  return dataDir ? (JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as number[]) : []
}

const launchThreeProcesses: Launch = (program, args, env) => {
  const launcher = [process.execPath, '--no-warnings', 'tests/support/programs/scaled-processes.ts']
  return spawn('setpriv', ['--pdeathsig', 'KILL', ...launcher, program, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a separate process group, so that all processes can be suspended and killed at once.
    detached: true,
  })
}
