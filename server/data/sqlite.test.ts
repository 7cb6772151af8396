import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { StoreFailed } from '#portfolio/parts.ts'
import { openHouse, temporaryFolder } from '#testing/each-database.ts'
import { migrate } from './migrate.ts'
import { openSqlite, scrubSqlite } from './sqlite.ts'

const openDb = async () => (await openHouse('SQLite')).parts.db

test('every commit is on the disk before it is answered, readers do not wait, references hold', async () => {
  const db = await openDb()
  const pragma = async (name: string) => Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
  // SQLite's own waiting would hold up the whole process.
  expect(await pragma('busy_timeout')).toBe(0)
  await expect(
    db
      .insertInto('photos')
      .values(photo({ projectId: 'none' }))
      .execute(),
  ).rejects.toBeInstanceOf(StoreFailed)
})

test('dates and truth values can be stored and looked for, also in the first place', async () => {
  const db = await openDb()
  const date = new Date('2026-05-04T03:02:01.007Z')
  const row = { ...photo(), projectId: null, place: 'hero' as const }
  await sql`insert into "projects" ("id", "name", "details", "position", "createdAt", "changedAt")
    values ('p', 'n', 'd', 1, ${date}, ${date})`.execute(db)
  const found = await sql<{
    id: string
  }>`select "id" from "projects" where ${date} = "createdAt" and ${true} = 1 and ${false} = 0`.execute(db)
  expect(found.rows).toEqual([{ id: 'p' }])
  const project = await db.selectFrom('projects').select('createdAt').executeTakeFirst()
  expect(project?.createdAt).toBe('2026-05-04T03:02:01.007Z')
  await db.insertInto('photos').values(row).execute()
})

test('a column takes only what it is made for', async () => {
  const db = await openDb()
  const wrong = [
    sql`insert into "users" ("id", "online") values ('u', 'yes')`,
    sql`insert into "users" ("id", "online") values ('u', 2)`,
    sql`insert into "users" ("id", "online") values (null, 1)`,
    sql`insert into "studio" ("id", "words") values (2, '{}')`,
  ]
  for (const statement of wrong) await expect(statement.execute(db)).rejects.toBeInstanceOf(StoreFailed)
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

test('more different statements than are remembered still work', async () => {
  const db = await openDb()
  for (let n = 0; n < 1_200; n++) {
    const { rows } = await sql.raw<{ n: number }>(`select ${n} as n`).execute(db)
    expect(rows).toEqual([{ n }])
  }
})

test('two connections that read and then write take turns: neither is refused, nothing is lost', async () => {
  const { parts, connect } = await openHouse('SQLite')
  await parts.db.insertInto('users').values({ id: 'counter', role: '0', online: 0 }).execute()
  const connections = [parts.db, connect(), connect()]
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
  expect((await parts.db.selectFrom('users').select('role').where('id', '=', 'counter').executeTakeFirst())?.role).toBe(
    '45',
  )
})

test('a folder that is not there cannot be opened', () => {
  expect(() => openSqlite('/nowhere/at/all/enfilade.db')).toThrow()
})

test('opened while somebody else writes, the store is there', async () => {
  const { connect } = await openHouse('SQLite')
  const writing = await connect().startTransaction().execute()
  await writing.insertInto('users').values({ id: 'u', role: null, online: 1 }).execute()
  expect(await connect().selectFrom('users').select('id').where('id', '=', 'u').execute()).toEqual([])
  await writing.commit().execute()
})

test('what was deleted is in no file of the store, or it is said that somebody still reads it there', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'enfilade.db')
  const db = openSqlite(path)
  onTestFinished(() => db.destroy())
  await migrate(db)
  const files = async () => Buffer.concat(await Promise.all([path, `${path}-wal`].map((name) => readFile(name))))
  await db.insertInto('users').values({ id: 'u', role: 'a word that is to go', online: 0 }).execute()
  const reader = new DatabaseSync(path)
  reader.exec('begin; select * from "users"')
  await db.deleteFrom('users').execute()

  expect(await scrubSqlite(db, 100)).toBe(false)
  expect(await files()).toSatisfy((bytes: Buffer) => bytes.includes('a word that is to go'))
  const scrubbing = scrubSqlite(db, 5_000)
  await wait(100)
  reader.close()
  expect(await scrubbing).toBe(true)
  expect(await files()).not.toSatisfy((bytes: Buffer) => bytes.includes('a word that is to go'))
})

test('killed twenty times, at any moment, the store loses nothing acknowledged, and tears nothing', async () => {
  const folder = await temporaryFolder()
  // Four stores at a time: most of it is waiting for processes to start.
  await Promise.all([1, 2, 3, 4].map((lane) => killFiveTimes(join(folder, `${lane}.db`), lane)))
})

async function killFiveTimes(path: string, lane: number): Promise<void> {
  const acknowledged: string[] = []
  for (let kill = 0; kill < 5; kill++) {
    // The first of them may die while it migrates, the others while they write.
    acknowledged.push(...(await writeUntilKilled(path, lane + kill * 11, kill > 0)))
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

/** Runs a writer and kills it after a while; what it has acknowledged by then. */
async function writeUntilKilled(path: string, afterMs: number, begun: boolean): Promise<string[]> {
  const script = join(import.meta.dirname, '../../testing/acknowledged-writer.ts')
  const writer = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const first = new Promise<void>((resolve) =>
    writer.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      resolve()
    }),
  )
  const ended = once(writer, 'close')
  await (begun ? Promise.race([first, ended]) : wait(150))
  await wait(afterMs)
  writer.kill('SIGKILL')
  await ended
  return said.split('\n').slice(0, -1)
}

function photo(more: object = {}) {
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
    placeholder: '',
    wide: 0 as const,
    recipe: 'v2' as const,
    made: '',
    formerRecipe: null,
    ...more,
  }
}
