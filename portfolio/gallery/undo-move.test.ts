import { expect } from 'vitest'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { positionsOf, testGallery } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { moveImages, removeImages, undoImageMove } from './edit.ts'
import { findLastImageMove } from '#portfolio/photo/read.ts'
import { galleryOf } from '#portfolio/photo/show.ts'

/** A project with the images a, b, c, d, e and f, and the commands on their order. */
async function open(backend: TestBackend) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, 6)
  const idsOf = (letters: string) => [...letters].map((letter) => imageIds[letter.charCodeAt(0) - 97] ?? letter)
  return {
    projectId,
    idsOf,
    move: async (letters: string, position: string) => {
      const input = { projectId, photoIds: idsOf(letters), position }
      expectOk(await asAdmin(ports, admin, (unit, admin) => moveImages(unit, admin, input)))
    },
    remove: async (letters: string) => {
      const input = { projectId, photoIds: idsOf(letters) }
      expectOk(await asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, input)))
    },
    lastMove: async () =>
      expectOk(await readAsAdmin(ports, admin, (db, admin) => findLastImageMove(db, admin, { projectId }))),
    undo: (moveId: string | null) =>
      asAdmin(ports, admin, (unit, admin) => undoImageMove(unit, admin, { projectId, moveId: moveId ?? '' })),
    order: async () =>
      (await galleryOf(ports.db, projectId)).map(({ id }) => String.fromCharCode(97 + imageIds.indexOf(id))).join(''),
  }
}

eachDatabase('only the last move of images can be undone, and only once', async (backend) => {
  const { projectId, move, undo, lastMove, order } = await open(backend)
  expect(await lastMove()).toBeNull()
  await move('eb', '1')
  const first = await lastMove()
  await move('f', '2')
  expect(await order()).toBe('bfeacd')
  expect(await undo(first)).toMatchObject({ code: 'newer' })
  backend.events.length = 0
  const last = await lastMove()
  expectOk(await undo(last))
  expect(await order()).toBe('beacdf')
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }])
  expect(await lastMove()).toBeNull()
  expect(await undo(last)).toMatchObject({ code: 'newer' })
  await move('beacdf', '1')
  await move('ad', 'last')
  expectOk(await undo(await lastMove()))
  expect(await order()).toBe('beacdf')
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3, 4, 5, 6])
})

eachDatabase('undoing a move keeps later removals and replacements', async (backend) => {
  const { ports, admin, upload } = backend
  const { projectId, idsOf, move, remove, undo, lastMove, order } = await open(backend)
  await move('ef', '1')
  await remove('ae')
  const [photoId = ''] = idsOf('f')
  const replaces = { photoId, originalId: photoId }
  expectOk(await attachPhoto(ports, admin, { projectId, uploadId: await upload(), place: 'gallery', replaces }))
  expect(await order()).toBe('fbcd')
  expectOk(await undo(await lastMove()))
  expect(await order()).toBe('bcdf')
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3, 4])
})

eachDatabase('undo is not offered once all moved images have been removed', async (backend) => {
  const { move, remove, undo, lastMove, order } = await open(backend)
  await move('a', '3')
  const last = await lastMove()
  await remove('a')
  expect(await lastMove()).toBeNull()
  expect(await undo(last)).toMatchObject({ code: 'newer' })
  expect(await order()).toBe('bcdef')
})
