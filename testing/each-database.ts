import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, inject, onTestFinished, test } from 'vitest'
import { migrate } from '#server/data/migrate.ts'
import { openPostgres } from '#server/data/postgres.ts'
import { openSqlite } from '#server/data/sqlite.ts'
import type { Tables } from '#server/data/tables.ts'
import { build, type House } from './parts.ts'

/** The databases that the product runs on. */
export type Kind = 'SQLite' | 'PostgreSQL'

/** A house, and what only a test of the database itself asks for. */
export interface HouseOnDatabase extends House {
  readonly kind: Kind
  /** One more connection to the same database, as another process would have. */
  readonly connect: () => Kysely<Tables>
}

interface Database {
  readonly db: Kysely<Tables>
  readonly connect: () => Kysely<Tables>
  readonly end: () => Promise<void>
}

const kinds: Record<Kind, () => Promise<Database>> = { SQLite: makeSqlite, PostgreSQL: makePostgres }
const databases = new Map<Kind, Promise<Database>>()

/** Those that refer to others come before them. */
const tables = [
  'photos',
  'projects',
  'users',
  'contactSubmissions',
  'studio',
  'tallies',
  'authSession',
  'authAccount',
  'authVerification',
  'authUser',
] as const satisfies (keyof Tables)[]

/**
 * A fact that must hold on SQLite and on PostgreSQL: a test for each. Every one gets an empty house;
 * the tests of one file share the database that was made for the file.
 */
export function eachDatabase(fact: string, prove: (house: HouseOnDatabase) => Promise<void>, timeoutMs?: number): void {
  for (const kind of Object.keys(kinds) as Kind[]) {
    test(`${fact} (${kind})`, async () => prove(await openHouse(kind)), timeoutMs)
  }
}

/** An empty house on a database of this kind; gone when the test has finished. */
export async function openHouse(kind: Kind): Promise<HouseOnDatabase> {
  const { db, connect } = await databaseOf(kind)
  await db.transaction().execute(async (tx) => {
    for (const table of tables) await tx.deleteFrom(table).execute()
  })
  const folder = await temporaryFolder()
  const opened: Kysely<Tables>[] = []
  onTestFinished(() => Promise.all(opened.map((other) => other.destroy())).then(() => {}))
  const house = await build(db, folder)
  return {
    ...house,
    kind,
    connect: () => {
      const other = connect()
      opened.push(other)
      return other
    },
  }
}

/** A folder that is gone when the test has finished. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'enfilade-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A database without any table; gone when the test has finished. */
export async function emptyDatabase(kind: Kind): Promise<Pick<Database, 'db' | 'connect'>> {
  const database = await kinds[kind]()
  onTestFinished(() => database.end())
  return database
}

async function migrated(database: Database): Promise<Database> {
  await migrate(database.db)
  return database
}

function databaseOf(kind: Kind): Promise<Database> {
  const database = databases.get(kind) ?? kinds[kind]().then(migrated)
  databases.set(kind, database)
  return database
}

async function makeSqlite(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'enfilade-sqlite-'))
  const connect = () => openSqlite(join(folder, 'enfilade.db'))
  const db = connect()
  return {
    db,
    connect,
    async end() {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

async function makePostgres(): Promise<Database> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(server, `create database ${name}`)
  const connect = () => openPostgres(new URL(`/${name}`, server).href)
  const db = connect()
  return {
    db,
    connect,
    async end() {
      await db.destroy()
      await asSuperuser(server, `drop database ${name} with (force)`)
    },
  }
}

async function asSuperuser(url: string, statement: string): Promise<void> {
  const db = openPostgres(url)
  await sql
    .raw(statement)
    .execute(db)
    .finally(() => db.destroy())
}

afterAll(async () => {
  for (const database of databases.values()) await (await database).end()
})
