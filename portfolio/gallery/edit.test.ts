import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testPhoto, testGallery, testProject, positionsOf } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { moveImages, removeImages } from './edit.ts'
import { galleryOf } from '#portfolio/photo/show.ts'

/** A project with `count` images, named a, b, c, … in their initial order, and the commands on them. */
async function open(backend: TestBackend, count: number) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, count)
  const letterOf = (id: string) => String.fromCharCode(97 + imageIds.indexOf(id))
  const idOf = (image: string) => (image.length === 1 ? imageIds[image.charCodeAt(0) - 97] : undefined) ?? image
  return {
    projectId,
    move: (image: string, position: string, inProject = projectId) =>
      asAdmin(ports, admin, (unit, admin) =>
        moveImages(unit, admin, { projectId: inProject, photoIds: [idOf(image)], position }),
      ),
    remove: (image: string, inProject = projectId) =>
      asAdmin(ports, admin, (unit, admin) =>
        removeImages(unit, admin, { projectId: inProject, photoIds: [idOf(image)] }),
      ),
    order: async () => (await galleryOf(ports.db, projectId)).map((image) => letterOf(image.id)).join(''),
  }
}

eachDatabase('an image moved to position 1 pushes the others back', async (backend) => {
  const { move, order, projectId } = await open(backend, 4)
  expectOk(await move('d', '1'))
  expect(await order()).toBe('dabc')
  // Without a cover photo, the first image is the cover.
  expect(backend.events).toEqual([
    { about: 'project', id: projectId, audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ])
})

eachDatabase('when an image moves to the last position, the others close up', async (backend) => {
  const { move, order } = await open(backend, 4)
  expectOk(await move('a', '4'))
  expect(await order()).toBe('bcda')
})

eachDatabase('every image can move to every position, and the others keep their order', async (backend) => {
  const { move, order, projectId } = await open(backend, 4)
  let expected = 'abcd'
  for (const image of 'abcd') {
    for (const toPosition of [1, 3, 4, 2, 2, 4, 1]) {
      expectOk(await move(image, String(toPosition)))
      const others = expected.replace(image, '')
      expected = others.slice(0, toPosition - 1) + image + others.slice(toPosition - 1)
      expect(await order()).toBe(expected)
    }
  }
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3, 4])
})

eachDatabase('an invalid position moves nothing', async (backend) => {
  const { move, order } = await open(backend, 3)
  for (const position of [
    '0',
    '4',
    '-1',
    '1.5',
    '',
    ' ',
    '5abc',
    '1e0',
    '0x1',
    '١',
    '9007199254740993',
    '1'.repeat(1_000),
  ]) {
    expect(await move('b', position)).toMatchObject({
      ok: false,
      code: 'wrong-value',
      message: expect.stringContaining('1 to 3'),
    })
  }
  expect(await order()).toBe('abc')
  expect(backend.events).toEqual([])
})

eachDatabase('an image cannot be moved or removed through another project', async (backend) => {
  const { move, remove, order } = await open(backend, 2)
  const other = await testProject(backend, 'Other')
  await testPhoto(backend, other)
  await testPhoto(backend, other)
  expect(await move('b', '1', other)).toMatchObject({ ok: false, code: 'unknown' })
  expect(await remove('b', other)).toMatchObject({ ok: false, code: 'unknown' })
  expect(await order()).toBe('ab')
  expect(await positionsOf(backend, other)).toEqual([1, 2])
})

eachDatabase('a cover photo is not an image of the gallery', async (backend) => {
  const { move, remove, order, projectId } = await open(backend, 2)
  const cover = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  expect(await move(cover, '1')).toMatchObject({ ok: false, code: 'unknown' })
  expect(await remove(cover)).toMatchObject({ ok: false, code: 'unknown' })
  expect(await order()).toBe('ab')
})

eachDatabase('a removed image leaves no gap, and later commands on it are refused as unknown', async (backend) => {
  const { move, remove, order, projectId } = await open(backend, 4)
  expectOk(await remove('b'))
  expect(await order()).toBe('acd')
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3])
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }, { about: 'bin' }])
  expect(await remove('b')).toMatchObject({ ok: false, code: 'unknown' })
  expect(await move('b', '1')).toMatchObject({ ok: false, code: 'unknown' })
  expect(await move('a', '4')).toMatchObject({ ok: false, code: 'wrong-value' })
  expect(await order()).toBe('acd')
})

eachDatabase('after a removal, a new image is attached at the end', async (backend) => {
  const { remove, projectId } = await open(backend, 3)
  expectOk(await remove('a'))
  await testPhoto(backend, projectId)
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3])
})

eachDatabase('the files of a removed image are kept', async (backend) => {
  const { remove } = await open(backend, 1)
  expectOk(await remove('a'))
  expect(
    await backend.ports.files.stat(
      (await backend.ports.db.selectFrom('photos').select('storageKey').executeTakeFirstOrThrow()).storageKey,
    ),
  ).not.toBeNull()
})

eachDatabase('the images of a removed project cannot be moved or removed', async (backend) => {
  const { move, remove, order, projectId } = await open(backend, 2)
  expectOk(await asAdmin(backend.ports, backend.admin, (unit, admin) => removeProject(unit, admin, { id: projectId })))
  const unknown = { ok: false, code: 'unknown', message: 'Project not found' }
  expect(await move('b', '1')).toEqual(unknown)
  expect(await remove('b')).toEqual(unknown)
  expect(await order()).toBe('ab')
})

eachDatabase('concurrent moves, removals and uploads leave the positions 1..n without a gap', async (backend) => {
  const { move, remove, order, projectId } = await open(backend, 8)
  const uploads = await Promise.all([1, 2, 3].map((n) => backend.upload(undefined, `late ${n}.jpg`)))
  const outcomes = await Promise.all([
    move('a', '8'),
    move('h', '1'),
    move('c', '5'),
    move('d', '2'),
    move('e', '7'),
    move('b', '1'),
    remove('f'),
    remove('g'),
    remove('f'),
    ...uploads.map((uploadId) => attachPhoto(backend.ports, backend.admin, { projectId, uploadId, place: 'gallery' })),
  ])
  expect(outcomes.filter((result) => !result.ok && !['unknown', 'wrong-value'].includes(result.code))).toEqual([])
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(await order()).toHaveLength(9)
})
