import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { openDatabaseBackend, temporaryFolder } from '#tests/support/backend/each-database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openSqlite, openSqliteFile, eraseDeletedSqliteContent } from './sqlite.ts'

const openDb = async () => (await openDatabaseBackend('SQLite')).ports.db

test('commits are synced, reads do not wait for writes, and foreign keys are enforced', async () => {
  const db = await openDb()
  const pragma = async (name: string) => Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
  // SQLite's busy handler would block the process.
  expect(await pragma('busy_timeout')).toBe(0)
  await expect(
    db
      .insertInto('photos')
      .values(photo({ projectId: 'none' }))
      .execute(),
  ).rejects.toBeInstanceOf(DatabaseFailed)
})

test('dates and booleans can be stored and compared, including as the first parameter', async () => {
  const db = await openDb()
  const date = new Date('2026-05-04T03:02:01.007Z')
  const row = { ...photo(), projectId: null, place: 'hero' as const }
  await sql`insert into "projects" ("id", "name", "details", "position", "createdAt", "changedAt")
    values ('p', 'n', 'd', 1, ${date}, ${date})`.execute(db)
  const selected = await sql<{
    id: string
  }>`select "id" from "projects" where ${date} = "createdAt" and ${true} = 1 and ${false} = 0`.execute(db)
  expect(selected.rows).toEqual([{ id: 'p' }])
  const project = await db.selectFrom('projects').select('createdAt').executeTakeFirst()
  expect(project?.createdAt).toBe('2026-05-04T03:02:01.007Z')
  await db.insertInto('photos').values(row).execute()
})

test('a column refuses values of another type or range', async () => {
  const db = await openDb()
  const invalid = [
    sql`insert into "users" ("id", "online") values ('u', 'yes')`,
    sql`insert into "users" ("id", "online") values ('u', 2)`,
    sql`insert into "users" ("id", "online") values (null, 1)`,
    sql`insert into "studio" ("id", "words") values (2, '{}')`,
  ]
  for (const statement of invalid) await expect(statement.execute(db)).rejects.toBeInstanceOf(DatabaseFailed)
  await expect(
    db
      .insertInto('photos')
      .values(photo({ place: 'hero', projectId: null, focalX: 1.1 }))
      .execute(),
  ).rejects.toThrow()
  await expect(
    db
      .insertInto('photos')
      .values(photo({ place: 'gallery', projectId: null }))
      .execute(),
  ).rejects.toThrow()
})

test('a statement that is often used stays prepared, no matter how many others are run', async () => {
  const db = await openDb()
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const byIds = (count: number) =>
    db
      .selectFrom('users')
      .select('id')
      .where(
        'id',
        'in',
        Array.from({ length: count }, () => 'u'),
      )
      .execute()
  for (let count = 1; count <= 600; count++) await byIds(count)
  const inUse = () => db.selectFrom('studio').select('words').where('id', '=', 1).execute()
  await inUse()
  prepare.mockClear()
  for (let count = 601; count <= 620; count++) {
    await inUse()
    await byIds(count)
  }
  expect(prepare).toHaveBeenCalledTimes(20)
  await byIds(1)
  expect(prepare).toHaveBeenCalledTimes(21)
})

test('more distinct statements than the cache holds still work', async () => {
  const db = await openDb()
  for (let n = 0; n < 1_200; n++) {
    const { rows } = await sql.raw<{ n: number }>(`select ${n} as n`).execute(db)
    expect(rows).toEqual([{ n }])
  }
})

test('concurrent transactions that read and then write lose no update, and none is refused', async () => {
  const { ports, connect } = await openDatabaseBackend('SQLite')
  await ports.db.insertInto('users').values({ id: 'counter', role: '0', online: 0 }).execute()
  const connections = [ports.db, connect(), connect()]
  await Promise.all(
    connections.map(async (db) => {
      for (let n = 0; n < 15; n++) {
        await db.transaction().execute(async (tx) => {
          const { role } = await tx
            .selectFrom('users')
            .select('role')
            .where('id', '=', 'counter')
            .executeTakeFirstOrThrow()
          await wait(1)
          await tx
            .updateTable('users')
            .set({ role: String(Number(role) + 1) })
            .where('id', '=', 'counter')
            .execute()
        })
      }
    }),
  )
  expect((await ports.db.selectFrom('users').select('role').where('id', '=', 'counter').executeTakeFirst())?.role).toBe(
    '45',
  )
})

test('a database in a missing folder cannot be opened', () => {
  expect(() => openSqlite('/nowhere/at/all/enfilade.db')).toThrow()
})

test('a database can be opened and read during the transaction of another connection', async () => {
  const { connect } = await openDatabaseBackend('SQLite')
  const transaction = await connect().startTransaction().execute()
  await transaction.insertInto('users').values({ id: 'u', role: null, online: 1 }).execute()
  expect(await connect().selectFrom('users').select('id').where('id', '=', 'u').execute()).toEqual([])
  await transaction.commit().execute()
})

test('eraseDeletedSqliteContent removes deleted content from the files, or returns false while a reader needs it', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'enfilade.db')
  const db = openSqlite(path)
  onTestFinished(() => db.destroy())
  await migrate(db)
  const readFiles = async () => Buffer.concat(await Promise.all([path, `${path}-wal`].map((name) => readFile(name))))
  await db.insertInto('users').values({ id: 'u', role: 'deleted content', online: 0 }).execute()
  const reader = new DatabaseSync(path)
  reader.exec('begin; select * from "users"')
  await db.deleteFrom('users').execute()

  expect(await eraseDeletedSqliteContent(db, 100)).toBe(false)
  expect(await readFiles()).toSatisfy((bytes: Buffer) => bytes.includes('deleted content'))
  const erasing = eraseDeletedSqliteContent(db, 60_000)
  await wait(100)
  reader.close()
  expect(await erasing).toBe(true)
  expect(await readFiles()).not.toSatisfy((bytes: Buffer) => bytes.includes('deleted content'))
})

test('a writer killed twenty times loses no acknowledged row and leaves no partial transaction', async () => {
  const folder = await temporaryFolder()
  // Four databases at a time: most of the time is spent starting processes.
  await Promise.all([1, 2, 3, 4].map((n) => killFiveTimes(join(folder, `${n}.db`), n)))
})

async function killFiveTimes(path: string, delayMs: number): Promise<void> {
  const acknowledged: string[] = []
  for (let kill = 0; kill < 5; kill++) {
    // The first writer may be killed during the migration, the others while they write.
    acknowledged.push(...(await writeUntilKilled(path, delayMs + kill * 11, kill > 0)))
  }
  const db = openSqlite(path)
  await migrate(db)
  const stored = new Set((await db.selectFrom('users').select('id').execute()).map((row) => row.id))
  expect(acknowledged.length).toBeGreaterThanOrEqual(4)
  expect(acknowledged.filter((id) => !stored.has(id) || !stored.has(`${id}+`))).toEqual([])
  expect([...stored].filter((id) => !id.endsWith('+') && !stored.has(`${id}+`))).toEqual([])
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
  await db.destroy()
}

/** Kills a writer after `afterMs` and returns the ids that it has acknowledged. */
async function writeUntilKilled(path: string, afterMs: number, migrated: boolean): Promise<string[]> {
  const script = join(import.meta.dirname, '../../../tests/support/programs/database-writer.ts')
  const writer = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const first = new Promise<void>((resolve) =>
    writer.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      resolve()
    }),
  )
  const ended = once(writer, 'close')
  await (migrated ? Promise.race([first, ended]) : wait(150))
  await wait(afterMs)
  writer.kill('SIGKILL')
  await ended
  return output.split('\n').slice(0, -1)
}

function photo(changes: object = {}) {
  return {
    id: 'photo',
    projectId: 'p',
    place: 'gallery' as const,
    position: 1,
    storageKey: 'images/a.jpg',
    bytes: 1,
    sha256: '',
    width: 1,
    height: 1,
    colour: '#000000',
    alt: '',
    focalX: 0.5,
    focalY: 0.5,
    state: 'waiting' as const,
    tries: 0,
    dueAt: '',
    uploadId: null,
    createdAt: '',
    deletedAt: null,
    caption: '',
    captionVersion: 1,
    hidden: 0 as const,
    layout: 'automatic' as const,
    layoutPartner: null,
    credit: '',
    kind: 'photograph' as const,
    shownProjectId: null,
    imageId: null,
    replacedId: null,
    formerId: null,
    placeholder: '',
    wide: 0 as const,
    recipe: 'v2' as const,
    made: '',
    formerRecipe: null,
    crops: '[]',
    formerCrops: '[]',
    failure: '' as const,
    gainMap: 0 as const,
    contrastMap: '',
    ...changes,
  }
}

test.each([
  ['deleted', (path: string) => rm(path)],
  ['moved', (path: string) => rename(path, `${path}.moved`)],
  ['replaced', async (path: string) => (await copyFile(path, `${path}.copy`), rename(`${path}.copy`, path))],
  ['left without its write-ahead log', (path: string) => rm(`${path}-wal`)],
])('a write to a database file that was %s is not acknowledged', async (_, change) => {
  const path = join(await temporaryFolder(), 'test.db')
  const db = openSqlite(path)
  onTestFinished(() => db.destroy())
  await migrate(db)
  const write = (id: string) => db.insertInto('users').values({ id, role: null, online: 0 }).execute()
  await write('before')
  await change(path)
  await expect(write('after')).rejects.toBeInstanceOf(DatabaseFailed)
  await expect(
    db.transaction().execute((tx) => tx.insertInto('users').values({ id: 'later', role: null, online: 0 }).execute()),
  ).rejects.toBeInstanceOf(DatabaseFailed)
})

test('a change by another process is reported once; while the database cannot be read, a change is assumed', async () => {
  const path = join(await temporaryFolder(), 'database.sqlite')
  const { db, watchForeignChanges } = openSqliteFile(path)
  const [hasForeignChanges, hasChangedForOther] = [watchForeignChanges(), watchForeignChanges()]
  await sql`create table "notes" ("text" text)`.execute(db)
  expect(hasForeignChanges()).toBe(false)
  const other = new DatabaseSync(path)
  other.exec(`insert into "notes" values ('written elsewhere')`)
  other.close()
  expect([hasForeignChanges(), hasForeignChanges()]).toEqual([true, false])
  expect(hasChangedForOther()).toBe(true)
  await db.destroy()
  expect([hasForeignChanges(), hasForeignChanges()]).toEqual([true, true])
})
