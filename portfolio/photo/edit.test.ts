import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { deleteProject } from '#portfolio/project/edit.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungImages, hungProject, positionsOf } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { addPhoto, moveImages, removeImages } from './edit.ts'
import { galleryOf } from './show.ts'

/** A project with so many images, called a, b, c, … in their first order, and what an admin may do with them. */
async function open(house: House, count: number) {
  const { parts, admin } = house
  const { projectId, imageIds } = await hungImages(house, count)
  const letterOf = (id: string) => String.fromCharCode(97 + imageIds.indexOf(id))
  const idOf = (image: string) => (image.length === 1 ? imageIds[image.charCodeAt(0) - 97] : undefined) ?? image
  return {
    projectId,
    move: (image: string, position: string, inProject = projectId) =>
      changeAsAdmin(parts, admin, (unit, proof) =>
        moveImages(unit, proof, { projectId: inProject, photoIds: [idOf(image)], position }),
      ),
    remove: (image: string, inProject = projectId) =>
      changeAsAdmin(parts, admin, (unit, proof) =>
        removeImages(unit, proof, { projectId: inProject, photoIds: [idOf(image)] }),
      ),
    order: async () => (await galleryOf(parts.db, projectId)).map((image) => letterOf(image.id)).join(''),
  }
}

eachDatabase('an image moved to slot 1 pushes the others back', async (house) => {
  const { move, order, projectId } = await open(house, 4)
  expectDone(await move('d', '1'))
  expect(await order()).toBe('dabc')
  expect(house.heard).toEqual([{ about: 'project', id: projectId }])
})

eachDatabase('an image moved to the last slot lets the others close up', async (house) => {
  const { move, order } = await open(house, 4)
  expectDone(await move('a', '4'))
  expect(await order()).toBe('bcda')
})

eachDatabase('every image reaches every slot, and the others keep their order', async (house) => {
  const { move, order, projectId } = await open(house, 4)
  let expected = 'abcd'
  for (const image of 'abcd') {
    for (const slot of [1, 3, 4, 2, 2, 4, 1]) {
      expectDone(await move(image, String(slot)))
      const others = expected.replace(image, '')
      expected = others.slice(0, slot - 1) + image + others.slice(slot - 1)
      expect(await order()).toBe(expected)
    }
  }
  expect(await positionsOf(house, projectId)).toEqual([1, 2, 3, 4])
})

eachDatabase('out of range, or no whole number: nothing moves', async (house) => {
  const { move, order } = await open(house, 3)
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
      why: 'wrong-value',
      message: expect.stringContaining('1 to 3'),
    })
  }
  expect(await order()).toBe('abc')
  expect(house.heard).toEqual([])
})

eachDatabase('an image cannot be moved or removed through another project', async (house) => {
  const { move, remove, order } = await open(house, 2)
  const other = await hungProject(house, 'Other')
  await hangPhoto(house, other)
  await hangPhoto(house, other)
  expect(await move('b', '1', other)).toMatchObject({ ok: false, why: 'unknown' })
  expect(await remove('b', other)).toMatchObject({ ok: false, why: 'unknown' })
  expect(await order()).toBe('ab')
  expect(await positionsOf(house, other)).toEqual([1, 2])
})

eachDatabase('a cover is no image of the gallery', async (house) => {
  const { move, remove, order, projectId } = await open(house, 2)
  const cover = await hangPhoto(house, projectId, 'cover.jpg', { place: 'cover' })
  expect(await move(cover, '1')).toMatchObject({ ok: false, why: 'unknown' })
  expect(await remove(cover)).toMatchObject({ ok: false, why: 'unknown' })
  expect(await order()).toBe('ab')
})

eachDatabase('a removed image leaves no gap, and is unknown from then on', async (house) => {
  const { move, remove, order, projectId } = await open(house, 4)
  expectDone(await remove('b'))
  expect(await order()).toBe('acd')
  expect(await positionsOf(house, projectId)).toEqual([1, 2, 3])
  expect(house.heard).toEqual([{ about: 'project', id: projectId }])
  expect(await remove('b')).toMatchObject({ ok: false, why: 'unknown' })
  expect(await move('b', '1')).toMatchObject({ ok: false, why: 'unknown' })
  expect(await move('a', '4')).toMatchObject({ ok: false, why: 'wrong-value' })
  expect(await order()).toBe('acd')
})

eachDatabase('the next image hangs behind those that are left', async (house) => {
  const { remove, projectId } = await open(house, 3)
  expectDone(await remove('a'))
  await hangPhoto(house, projectId)
  expect(await positionsOf(house, projectId)).toEqual([1, 2, 3])
})

eachDatabase('the files of a removed image stay', async (house) => {
  const { remove } = await open(house, 1)
  expectDone(await remove('a'))
  expect(
    await house.parts.files.find(
      (await house.parts.db.selectFrom('photos').select('storageKey').executeTakeFirstOrThrow()).storageKey,
    ),
  ).not.toBeNull()
})

eachDatabase('the images of a deleted project can no longer be moved or removed', async (house) => {
  const { move, remove, order, projectId } = await open(house, 2)
  expectDone(
    await changeAsAdmin(house.parts, house.admin, (unit, proof) => deleteProject(unit, proof, { id: projectId })),
  )
  const unknown = { ok: false, why: 'unknown', message: 'Project not found' }
  expect(await move('b', '1')).toEqual(unknown)
  expect(await remove('b')).toEqual(unknown)
  expect(await order()).toBe('ab')
})

eachDatabase('many hands at once leave the positions 1..n without a gap', async (house) => {
  const { move, remove, order, projectId } = await open(house, 8)
  const uploads = await Promise.all([1, 2, 3].map((n) => house.upload(undefined, `late ${n}.jpg`)))
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
    ...uploads.map((uploadId) => addPhoto(house.parts, house.admin, { projectId, uploadId, place: 'gallery' })),
  ])
  expect(outcomes.filter((outcome) => !outcome.ok && !['unknown', 'wrong-value'].includes(outcome.why))).toEqual([])
  expect(await positionsOf(house, projectId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(await order()).toHaveLength(9)
})
