import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { eachDatabase, createEmptyDatabase } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import * as firstTables from './migrations/0001-first-tables.ts'
import { readOriginals } from './originals.ts'

eachDatabase('the originals of photos and projects removed before a time are left out', async (backend) => {
  const { db } = backend.ports
  const [kept, removed] = [await testProject(backend, 'Kept'), await testProject(backend, 'Removed')]
  const [first, second] = [await testPhoto(backend, kept, 'a.jpg'), await testPhoto(backend, kept, 'b.jpg')]
  const third = await testPhoto(backend, removed, 'c.jpg')
  await db.updateTable('photos').set({ deletedAt: '2026-11-20' }).where('id', '=', second).execute()
  await db.updateTable('projects').set({ deletedAt: '2026-11-22' }).where('id', '=', removed).execute()
  const idsAt = async (day: string) =>
    (await readOriginals(db, new Date(day))).map(({ photoId, storageKey }) => [photoId, storageKey.split('_')[1]])
  const [a, b, c] = [
    [first, 'a.jpg'],
    [second, 'b.jpg'],
    [third, 'c.jpg'],
  ]
  expect((await idsAt('2026-11-19')).sort()).toEqual([a, b, c].sort())
  expect((await idsAt('2026-11-21')).sort()).toEqual([a, c].sort())
  expect(await idsAt('2026-11-23')).toEqual([a])
})

eachDatabase('the original of a removed photo is listed as long as an image shows the photo', async (backend) => {
  const { db } = backend.ports
  const projectId = await testProject(backend)
  const [former, next] = [await testPhoto(backend, projectId, 'a.jpg'), await testPhoto(backend, projectId, 'b.jpg')]
  await db.updateTable('photos').set({ deletedAt: '2026-11-20' }).where('id', '=', former).execute()
  const ids = async () => (await readOriginals(db, new Date('2026-11-22'))).map(({ photoId }) => photoId).sort()
  expect(await ids()).toEqual([next])
  await db.updateTable('photos').set({ formerId: former }).where('id', '=', next).execute()
  expect(await ids()).toEqual([former, next].sort())
  await db.updateTable('photos').set({ deletedAt: '2026-11-20' }).where('id', '=', next).execute()
  expect(await ids()).toEqual([])
})

eachDatabase('the original of a former photo is listed as long as its image is in the bin', async (backend) => {
  const { db } = backend.ports
  const projectId = await testProject(backend)
  const [former, next] = [await testPhoto(backend, projectId, 'a.jpg'), await testPhoto(backend, projectId, 'b.jpg')]
  await db.updateTable('photos').set({ deletedAt: '2026-11-20' }).where('id', '=', former).execute()
  const removed = { formerId: former, deletedAt: '2026-11-23', removalId: 'removal' }
  await db.updateTable('photos').set(removed).where('id', '=', next).execute()
  const idsAt = async (day: string) => (await readOriginals(db, new Date(day))).map(({ photoId }) => photoId).sort()
  expect(await idsAt('2026-11-22')).toEqual([former, next].sort())
  expect(await idsAt('2026-11-24')).toEqual([])
})

eachDatabase('the originals of a database that this version has not migrated yet are listed', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  const untyped = db as unknown as Kysely<unknown>
  await firstTables.up(untyped)
  await sql`insert into "photos" ("id", "projectId", "place", "position", "storageKey", "bytes", "sha256", "width",
    "height", "colour", "state", "dueAt", "createdAt") values ('one', null, 'hero', 0, 'a.jpg', 1, '', 1, 1, '', 'ready',
    '', '')`.execute(db)
  expect(await readOriginals(db, new Date())).toMatchObject([{ photoId: 'one', storageKey: 'a.jpg' }])
})
