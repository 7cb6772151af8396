import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungImages, hungProject, positionsOf } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { moveImages, removeImages } from './edit.ts'
import { galleryOf } from './show.ts'

/** A project with so many images, called a, b, c, … in their first order, and what is done with several of them. */
async function open(house: House, count: number) {
  const { parts, admin } = house
  const { projectId, imageIds } = await hungImages(house, count)
  const idsOf = (letters: string) => [...letters].map((letter) => imageIds[letter.charCodeAt(0) - 97] ?? letter)
  return {
    projectId,
    imageIds,
    move: (letters: string, position: string, more: string[] = []) =>
      changeAsAdmin(parts, admin, (unit, proof) =>
        moveImages(unit, proof, { projectId, photoIds: [...idsOf(letters), ...more], position }),
      ),
    remove: (letters: string, more: string[] = []) =>
      changeAsAdmin(parts, admin, (unit, proof) =>
        removeImages(unit, proof, { projectId, photoIds: [...idsOf(letters), ...more] }),
      ),
    order: async () =>
      (await galleryOf(parts.db, projectId)).map(({ id }) => String.fromCharCode(97 + imageIds.indexOf(id))).join(''),
  }
}

eachDatabase('several images move as one block that keeps its order in the gallery', async (house) => {
  const { move, order, projectId } = await open(house, 6)
  expectDone(await move('eb', '1'))
  expect(await order()).toBe('beacdf')
  expect(house.heard).toEqual([{ about: 'project', id: projectId }])
  expectDone(await move('bed', '3'))
  expect(await order()).toBe('acbedf')
  expectDone(await move('ac', 'last'))
  expect(await order()).toBe('bedfac')
  expectDone(await move('f', '1'))
  expect(await order()).toBe('fbedac')
  expect(await positionsOf(house, projectId)).toEqual([1, 2, 3, 4, 5, 6])
})

eachDatabase('a block fits only where all of it has room', async (house) => {
  const { move, order } = await open(house, 5)
  expectDone(await move('ab', '4'))
  expect(await order()).toBe('cdeab')
  for (const position of ['5', '0', '-1', '', 'first', 'last ', '1.5']) {
    expect(await move('ab', position), position).toMatchObject({
      why: 'wrong-value',
      message: 'A position is a whole number from 1 to 4.',
    })
  }
  expect(await order()).toBe('cdeab')
  expectDone(await move('abcde', '1'))
  expect(await order()).toBe('cdeab')
})

eachDatabase('several images are removed together, and the others close up', async (house) => {
  const { remove, order, projectId } = await open(house, 6)
  expectDone(await remove('fbd'))
  expect(await order()).toBe('ace')
  expect(await positionsOf(house, projectId)).toEqual([1, 2, 3])
  expect(house.heard).toEqual([{ about: 'project', id: projectId }])
  expectDone(await remove('ace'))
  expect(await order()).toBe('')
})

eachDatabase(
  'a list with a foreign, double or missing image is refused in words, and nothing of it is done',
  async (house) => {
    const { move, remove, order, projectId, imageIds } = await open(house, 4)
    const other = await hungProject(house, 'Other')
    const foreign = await hangPhoto(house, other)
    const cover = await hangPhoto(house, projectId, 'cover.jpg', { place: 'cover' })
    expectDone(await remove('d'))
    house.heard.length = 0
    const lists: [more: string[], message: string][] = [
      [[foreign], '1 of these images is no longer there. Nothing was changed.'],
      [[cover], '1 of these images is no longer there. Nothing was changed.'],
      [[imageIds[3] ?? ''], '1 of these images is no longer there. Nothing was changed.'],
      [['nobody', ''], '2 of these images are no longer there. Nothing was changed.'],
      [[imageIds[0] ?? ''], 'An image was named twice. Nothing was changed.'],
    ]
    for (const [more, message] of lists) {
      for (const outcome of [await move('ab', '2', more), await remove('ab', more)]) {
        expect(outcome).toMatchObject({ ok: false, message })
      }
    }
    const none = { ok: false, why: 'wrong-value', message: 'Choose at least one image first.' }
    expect(await move('', '1')).toEqual(none)
    expect(await remove('')).toEqual(none)
    expect(await order()).toBe('abc')
    expect(await positionsOf(house, other)).toEqual([1])
    expect(house.heard).toEqual([])
  },
)

eachDatabase('two who move and remove overlapping selections at once leave an order without a gap', async (house) => {
  const { move, remove, order, projectId } = await open(house, 8)
  const outcomes = await Promise.all([
    move('abc', 'last'),
    remove('bh'),
    move('gh', '1'),
    remove('ha'),
    move('de', '2'),
    remove('c'),
  ])
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.why !== 'unknown')).toEqual([])
  const left = await order()
  // Both wanted h, so one of them was refused, and with it its other image.
  expect([...'abch'].filter((letter) => left.includes(letter))).toHaveLength(1)
  expect(await positionsOf(house, projectId)).toEqual([...left].map((_, index) => index + 1))
})
