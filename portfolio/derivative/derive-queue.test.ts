import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import type { TestBackend } from '#tests/support/backend/test-backend.ts'
import { queueOutdatedPhotos, releaseClaims } from './derive-queue.ts'
import { currentRecipe } from './derivatives.ts'

const statesOf = async ({ ports }: TestBackend) =>
  (await ports.db.selectFrom('photos').select('state').orderBy('position').execute()).map(({ state }) => state)

eachDatabase('outdated photos are queued in several statements, until the site is stopped', async (backend) => {
  const { db } = backend.ports
  await testGallery(backend, 3)
  await db.updateTable('photos').set({ state: 'ready', recipe: 'v1' }).execute()
  let statements = 0
  await queueOutdatedPhotos(backend.ports, { perStatement: 1, isStopped: () => (statements += 1) > 2 })
  expect((await statesOf(backend)).toSorted()).toEqual(['ready', 'waiting', 'waiting'])
  await queueOutdatedPhotos(backend.ports, { perStatement: 1 })
  expect(await statesOf(backend)).toEqual(['waiting', 'waiting', 'waiting'])
})

eachDatabase('all photos that lack a crop are queued, even with one photo per statement', async (backend) => {
  const { db } = backend.ports
  await testGallery(backend, 3)
  const portraits = { projectId: null, place: 'portrait', width: 3_000, height: 1_000 } as const
  await db
    .updateTable('photos')
    .set({ ...portraits, state: 'ready', recipe: currentRecipe, crops: '[]' })
    .execute()
  await queueOutdatedPhotos(backend.ports, { perStatement: 1 })
  expect(await statesOf(backend)).toEqual(['waiting', 'waiting', 'waiting'])
})

eachDatabase('at the start, claimed photos become due, and those that are due stay unchanged', async (backend) => {
  const { db, now } = backend.ports
  await testGallery(backend, 2)
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString()
  await db
    .updateTable('photos')
    .set({ dueAt: inMs(-60_000) })
    .where('position', '=', 1)
    .execute()
  await db
    .updateTable('photos')
    .set({ dueAt: inMs(60_000), tries: 1 })
    .where('position', '=', 2)
    .execute()
  await releaseClaims(backend.ports)
  const rows = await db.selectFrom('photos').select('dueAt').orderBy('position').execute()
  expect(rows.map(({ dueAt }) => dueAt)).toEqual([inMs(-60_000), inMs(0)])
})
