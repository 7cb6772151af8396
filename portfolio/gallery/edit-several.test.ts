import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testPhoto, testGallery, testProject, positionsOf } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { moveImages, removeImages } from './edit.ts'
import { galleryOf } from '#portfolio/photo/show.ts'

/** A project with `count` images, named a, b, c, … in their initial order, and commands on several of them. */
async function open(backend: TestBackend, count: number) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, count)
  const idsOf = (letters: string) => [...letters].map((letter) => imageIds[letter.charCodeAt(0) - 97] ?? letter)
  return {
    projectId,
    imageIds,
    move: (letters: string, position: string, more: string[] = []) =>
      asAdmin(ports, admin, (unit, admin) =>
        moveImages(unit, admin, { projectId, photoIds: [...idsOf(letters), ...more], position }),
      ),
    remove: (letters: string, more: string[] = []) =>
      asAdmin(ports, admin, (unit, admin) =>
        removeImages(unit, admin, { projectId, photoIds: [...idsOf(letters), ...more] }),
      ),
    order: async () =>
      (await galleryOf(ports.db, projectId)).map(({ id }) => String.fromCharCode(97 + imageIds.indexOf(id))).join(''),
  }
}

eachDatabase('several images move as one block that keeps its order in the gallery', async (backend) => {
  const { move, order, projectId } = await open(backend, 6)
  expectOk(await move('eb', '1'))
  expect(await order()).toBe('beacdf')
  expect(backend.events).toEqual([
    { about: 'project', id: projectId, audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ])
  expectOk(await move('bed', '3'))
  expect(await order()).toBe('acbedf')
  expectOk(await move('ac', 'last'))
  expect(await order()).toBe('bedfac')
  expectOk(await move('f', '1'))
  expect(await order()).toBe('fbedac')
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3, 4, 5, 6])
})

eachDatabase('the last position of a block leaves room for all its images', async (backend) => {
  const { move, order } = await open(backend, 5)
  expectOk(await move('ab', '4'))
  expect(await order()).toBe('cdeab')
  for (const position of ['5', '0', '-1', '', 'first', 'last ', '1.5']) {
    expect(await move('ab', position), position).toMatchObject({
      code: 'wrong-value',
      message: 'A position is a whole number from 1 to 4.',
    })
  }
  expect(await order()).toBe('cdeab')
  expectOk(await move('abcde', '1'))
  expect(await order()).toBe('cdeab')
})

eachDatabase('several images are removed together, and the others close up', async (backend) => {
  const { remove, order, projectId } = await open(backend, 6)
  expectOk(await remove('fbd'))
  expect(await order()).toBe('ace')
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3])
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }, { about: 'bin' }])
  expectOk(await remove('ace'))
  expect(await order()).toBe('')
})

eachDatabase(
  'a list with a foreign, duplicate or removed image is refused with a message, and nothing changes',
  async (backend) => {
    const { move, remove, order, projectId, imageIds } = await open(backend, 4)
    const other = await testProject(backend, 'Other')
    const foreign = await testPhoto(backend, other)
    const cover = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
    expectOk(await remove('d'))
    backend.events.length = 0
    const lists: [more: string[], message: string][] = [
      [[foreign], '1 of these images is no longer there. Nothing was changed.'],
      [[cover], '1 of these images is no longer there. Nothing was changed.'],
      [[imageIds[3] ?? ''], '1 of these images is no longer there. Nothing was changed.'],
      [['unknown', ''], '2 of these images are no longer there. Nothing was changed.'],
      [[imageIds[0] ?? ''], 'An image was sent twice. Nothing was changed.'],
    ]
    for (const [more, message] of lists) {
      for (const result of [await move('ab', '2', more), await remove('ab', more)]) {
        expect(result).toMatchObject({ ok: false, message })
      }
    }
    const none = { ok: false, code: 'wrong-value', message: 'Choose at least one image first.' }
    expect(await move('', '1')).toEqual(none)
    expect(await remove('')).toEqual(none)
    expect(await order()).toBe('abc')
    expect(await positionsOf(backend, other)).toEqual([1])
    expect(backend.events).toEqual([])
  },
)

eachDatabase('concurrently moving and removing overlapping selections leaves no gap in positions', async (backend) => {
  const { move, remove, order, projectId } = await open(backend, 8)
  const outcomes = await Promise.all([
    move('abc', 'last'),
    remove('bh'),
    move('gh', '1'),
    remove('ha'),
    move('de', '2'),
    remove('c'),
  ])
  expect(outcomes.filter((result) => !result.ok && result.code !== 'unknown')).toEqual([])
  const left = await order()
  // Both removals contain h, so one of them was refused completely.
  expect([...'abch'].filter((letter) => left.includes(letter))).toHaveLength(1)
  expect(await positionsOf(backend, projectId)).toEqual([...left].map((_, index) => index + 1))
})
