import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { inject, onTestFinished, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres/postgres.ts'
import { openSqlite } from '#server/database/sqlite/sqlite.ts'
import type { BucketConfig } from '#server/storage/bucket-requests.ts'
import { openBucket, type OpenFileStore } from '#server/storage/bucket.ts'
import type { Tables } from '#portfolio/tables.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'
import { copyPostgresDatabase, dropPostgresDatabase, testLimits } from '#tests/support/postgres/postgres-database.ts'
import { openTestBackend, type TestBackend } from './test-backend.ts'

/** The databases that the product supports. */
export type DatabaseKind = 'SQLite' | 'PostgreSQL'

/** A test backend with additions for tests of the database itself. */
export interface DatabaseTestBackend extends TestBackend {
  readonly kind: DatabaseKind
  /** Opens another connection to the same database, as another process would. Closed when the test has finished. */
  readonly connect: () => Kysely<Tables>
}

interface Database {
  readonly db: Kysely<Tables>
  readonly url: string | null
  readonly connect: () => Kysely<Tables>
  readonly close: () => Promise<void>
}

interface Adapter {
  readonly create: () => Promise<Database>
  readonly createMigrated: () => Promise<Database>
}

const adapters: Record<DatabaseKind, Adapter> = {
  SQLite: {
    create: createSqlite,
    async createMigrated() {
      const database = await createSqlite()
      await migrate(database.db)
      return database
    },
  },
  PostgreSQL: {
    create: () => createPostgres('template1'),
    createMigrated: () => createPostgres(inject('postgresTemplate')),
  },
}
const databases = new Map<DatabaseKind, Promise<Database>>()
let bucket: Promise<BucketConfig> | undefined

/** Each table comes before the tables that it references, so that rows can be deleted in this order. */
const tables = [
  'textVersions',
  'projectFacts',
  'sectors',
  'privateLinks',
  'oldAddresses',
  'photos',
  'projects',
  'users',
  'outbox',
  'contactSubmissions',
  'studio',
  'studioTexts',
  'studioValues',
  'studioLinks',
  'siteSetup',
  'storeIdentity',
  'healthFacts',
  'tallies',
  'oneTimeLinks',
  'changes',
  'passkeys',
  'authSession',
  'authAccount',
  'authVerification',
  'authUser',
] as const satisfies (keyof Tables)[]

/**
 * Registers one test on SQLite and one on PostgreSQL. Each gets an empty backend; the tests of a worker share one
 * database per kind.
 */
export function eachDatabase(
  title: string,
  run: (backend: DatabaseTestBackend) => Promise<void>,
  timeoutMs?: number,
): void {
  for (const kind of Object.keys(adapters) as DatabaseKind[]) {
    test(`${title} (${kind})`, async () => run(await openDatabaseBackend(kind)), timeoutMs)
  }
}

/** Opens an empty backend on a database of this kind. Its folder is removed when the test has finished. */
export async function openDatabaseBackend(kind: DatabaseKind): Promise<DatabaseTestBackend> {
  const { db, connect } = await sharedDatabase(kind)
  await db.transaction().execute(async (tx) => {
    for (const table of tables) await tx.deleteFrom(table).execute()
  })
  const folder = await temporaryFolder()
  const connections: Kysely<Tables>[] = []
  onTestFinished(() => Promise.all(connections.map((connection) => connection.destroy())).then(() => {}))
  const backend = await openTestBackend(db, folder, inject('objectStore') && (await openEmptyBucket(folder)))
  return {
    ...backend,
    kind,
    connect: () => {
      const connection = connect()
      connections.push(connection)
      return connection
    },
  }
}

/** Creates a folder that is removed when the test has finished. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('temporaryFolder'), 'enfilade-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a database without tables. It is removed when the test has finished. `url` is `null` for SQLite. */
export async function createEmptyDatabase(kind: DatabaseKind): Promise<Pick<Database, 'db' | 'connect' | 'url'>> {
  const database = await adapters[kind].create()
  onTestFinished(() => database.close())
  return database
}

/** The database of this worker. It is removed at the end of the run, with its folder or server. */
function sharedDatabase(kind: DatabaseKind): Promise<Database> {
  const database = databases.get(kind) ?? adapters[kind].createMigrated()
  databases.set(kind, database)
  return database
}

/** The bucket of this worker, emptied. Local copies go where a file store on disk keeps its temporary files. */
async function openEmptyBucket(folder: string): Promise<OpenFileStore> {
  bucket ??= createBucketOnSharedServer()
  const temporary = join(folder, 'files', '.temporary')
  await mkdir(temporary, { recursive: true })
  const store = openBucket(await bucket, temporary)
  onTestFinished(store.close)
  for await (const key of store.files.list()) await store.files.remove(key)
  await store.uploads.expire(new Date(Date.now() + 24 * 60 * 60_000))
  return store
}

async function createSqlite(): Promise<Database> {
  const folder = await mkdtemp(join(inject('temporaryFolder'), 'enfilade-sqlite-'))
  const connect = () => openSqlite(join(folder, 'enfilade.db'))
  const db = connect()
  return {
    db,
    url: null,
    connect,
    async close() {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

async function createPostgres(template: string): Promise<Database> {
  const url = await copyPostgresDatabase(new URL(`/${template}`, inject('postgresUrl')).href)
  const connect = () => openPostgres(url, testLimits)
  const db = connect()
  return {
    db,
    url,
    connect,
    async close() {
      await db.destroy()
      await dropPostgresDatabase(url)
    },
  }
}
