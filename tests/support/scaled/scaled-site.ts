import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { findFreePort } from '#tests/support/free-port.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'
import { connectToPostgres } from '#tests/support/postgres/postgres-database.ts'
import { launchDirectly, type Launch } from '#tests/support/site/launch.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { startLoadBalancer } from './load-balancer.ts'

/** Several processes of one site behind a load balancer, with one database and one bucket. */
export interface ScaledSite {
  /** Where the load balancer listens. */
  readonly port: number
  readonly origin: string
  readonly processes: readonly SiteProcess[]
  /** Reads and writes rows from outside the processes. Names with capitals need quotes. */
  query<Row>(sql: string): Promise<Row[]>
  runAdminCommand(...args: string[]): Promise<string>
  close(): Promise<void>
}

/** Starts `count` processes at once on an empty database and a new bucket. Each has its own data folder. */
export async function openScaledSite(
  databaseUrl: string,
  count: number,
  otherSettings = {},
  launch: Launch = launchDirectly,
): Promise<ScaledSite> {
  const { name, endpoint, credentials } = await createBucketOnSharedServer()
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const settings = {
    DATABASE_URL: databaseUrl,
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint ?? '',
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    SECRET: randomBytes(32).toString('base64url'),
    PUBLIC_ORIGIN: origin,
    ...otherSettings,
  }
  const processes: SiteProcess[] = []
  for (let n = 0; n < count; n++) processes.push(await SiteProcess.create(null, settings, launch))
  const database = connectToPostgres(databaseUrl)
  const closeProcesses = async () => {
    await Promise.all(processes.map((one) => one.close()))
    await database.end()
  }
  try {
    await Promise.all(processes.map((one) => one.start()))
    const ports = processes.map((one) => one.port)
    const balancer = await startLoadBalancer(port, ports, processes[0]?.dataDir ?? '')
    const close = async () => {
      await balancer.stop()
      await closeProcesses()
    }
    const runAdminCommand = async (...args: string[]) => (await processes[0]?.runAdminCommand(...args)) ?? ''
    return { port, origin, processes, query: queryOf(database), runAdminCommand, close }
  } catch (error) {
    await closeProcesses()
    throw error
  }
}

// The caller knows the columns.
function queryOf(database: pg.Pool) {
  return async <Row>(sql: string): Promise<Row[]> => (await database.query(sql)).rows as Row[]
}
