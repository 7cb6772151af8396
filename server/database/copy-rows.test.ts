import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { sendMessage } from '#portfolio/contact/send.ts'
import type { Tables } from '#portfolio/tables.ts'
import { createEmptyDatabase, openDatabaseBackend, type DatabaseKind } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { createSession } from '#tests/support/test-server.ts'
import { copyRows } from './copy-rows.ts'
import { migrate } from './migrate.ts'
import { markUnfinishedMove, refuseUsedDatabase, removeMoveMark, UsedDatabase } from './used-database.ts'

async function openMigrated(kind: DatabaseKind): Promise<Kysely<Tables>> {
  const { db } = await createEmptyDatabase(kind)
  await refuseUsedDatabase(db, 'one')
  await migrate(db)
  await refuseUsedDatabase(db, 'one')
  return db
}

/** All rows of all tables, unordered. */
async function dump(db: Kysely<Tables>): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    content[name] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
  }
  return content
}

test('all rows are copied from SQLite to PostgreSQL and back', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const { ports } = backend
  await testGallery(backend, 2)
  await createSession(backend)
  const message = { firstName: 'Ada', lastName: 'Ünal', email: 'ada@example.com', subject: '“A shop”', message: '\\n' }
  expectOk(await sendMessage(ports, message, 'somewhere'))
  await ports.db.insertInto('storeIdentity').values({ id: 1, storeId: 'one' }).execute()
  // More rows than one statement can insert.
  await sql`insert into tallies (key, count, until)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
    select 'counter ' || i, i, '2030-01-01T00:00:00.000Z' from n`.execute(ports.db)

  const postgres = await openMigrated('PostgreSQL')
  const count = await copyRows(ports.db, postgres)
  const sqlite = await openMigrated('SQLite')
  expect(await copyRows(postgres, sqlite)).toBe(count)
  const before = await dump(ports.db)
  expect(count).toBe(Object.values(before).reduce((total, rows) => total + rows.length, 0))
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(8)
  expect(await dump(postgres)).toEqual(before)
  expect(await dump(sqlite)).toEqual(before)
  for (const db of [postgres, sqlite]) {
    await expect(refuseUsedDatabase(db, 'other')).rejects.toThrow('There is already a site')
    await expect(refuseUsedDatabase(db, 'one')).rejects.toThrow('it was moved')
  }
})

test('when a row cannot be inserted into PostgreSQL, no row is copied', async () => {
  const backend = await openDatabaseBackend('SQLite')
  await testGallery(backend, 2)
  const postgres = await openMigrated('PostgreSQL')
  await sql`create unique index one_project on photos ("projectId")`.execute(postgres)
  await expect(copyRows(backend.ports.db, postgres)).rejects.toThrow()
  await refuseUsedDatabase(postgres, 'one')
})

test('a PostgreSQL database into which a site is being moved refuses another site', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const db = await openMigrated('PostgreSQL')
  await markUnfinishedMove(db, 'one')
  await markUnfinishedMove(db, 'one')
  await expect(markUnfinishedMove(db, 'other')).rejects.toThrow('There is already a site')
  await sql`create table others (id text)`.execute(db)
  await copyRows(ports.db, db, async (_, target) => removeMoveMark(target, 'one'))
  await expect(removeMoveMark(db, 'one')).rejects.toThrow(UsedDatabase)
})
