import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/each-database.ts'
import { testPhoto, testProject } from '#tests/support/project-fixtures.ts'
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
