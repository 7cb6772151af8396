import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hungImages } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { addPhoto, moveImages, removeImages } from './edit.ts'
import { galleryOf } from './show.ts'

/** A gallery of two, and four uploads that were chosen together: a, b, c, d. */
async function open(house: House) {
  const { parts, admin } = house
  const { projectId, imageIds } = await hungImages(house, 2)
  const selection = await Promise.all([...'abcd'].map((letter) => house.upload(undefined, `${letter}.jpg`)))
  const idOf = (letter: string) => selection[letter.charCodeAt(0) - 97] ?? letter
  const rows = () => parts.db.selectFrom('photos').select(['id', 'uploadId']).execute()
  return {
    projectId,
    imageIds,
    add: (letter: string, among = selection, alt = '') =>
      addPhoto(parts, admin, { projectId, uploadId: idOf(letter), place: 'gallery', selection: among, alt }),
    photoOf: async (letter: string) => (await rows()).find((row) => row.uploadId === idOf(letter))?.id ?? '',
    order: async () => {
      const uploads = new Map((await rows()).map((row) => [row.id, row.uploadId]))
      const shown = await galleryOf(parts.db, projectId)
      return shown.map(({ id }) => 'abcd'[selection.indexOf(uploads.get(id) ?? '')] ?? '-').join('')
    },
  }
}

eachDatabase('whatever arrives first, the gallery has the order of the selection', async (house) => {
  for (const arrival of ['abcd', 'dcba', 'cadb', 'bdac']) {
    const { add, order } = await open(house)
    for (const letter of arrival) expectDone(await add(letter))
    expect(await order(), arrival).toBe('--abcd')
  }
})

eachDatabase(
  'a file of the middle that is tried again finds its place, also one whose answer was lost',
  async (house) => {
    const { add, order } = await open(house)
    expectDone(await add('a'))
    // Hung, but nobody heard of it: the next ones come first, and then it is asked for again.
    const lost = expectDone(await add('b'))
    expectDone(await add('d'))
    expectDone(await add('c'))
    expect(expectDone(await add('b'))).toEqual(lost)
    expect(await order()).toBe('--abcd')
  },
)

eachDatabase('four at once hang in the order of the selection', async (house) => {
  const { add, order } = await open(house)
  for (const outcome of await Promise.all([...'dbca'].map((letter) => add(letter)))) expectDone(outcome)
  expect(await order()).toBe('--abcd')
})

eachDatabase(
  'a neighbour that was moved meanwhile takes the next ones along; a removed one is passed over',
  async (house) => {
    const { parts, admin } = house
    const { add, order, photoOf, projectId } = await open(house)
    expectDone(await add('a'))
    const photoIds = [await photoOf('a')]
    expectDone(
      await changeAsAdmin(parts, admin, (unit, proof) =>
        moveImages(unit, proof, { projectId, photoIds, position: '1' }),
      ),
    )
    expectDone(await add('c'))
    expect(await order()).toBe('ac--')
    expectDone(await changeAsAdmin(parts, admin, (unit, proof) => removeImages(unit, proof, { projectId, photoIds })))
    expectDone(await add('b'))
    expect(await order()).toBe('bc--')
  },
)

eachDatabase('without a selection, or in one that does not name it, an upload hangs at the end', async (house) => {
  const { add, order } = await open(house)
  expectDone(await add('d', []))
  expectDone(await add('b', ['nobody', '../../secret']))
  expect(await order()).toBe('--db')
})

eachDatabase(
  'what was said of a picture before it was sent hangs with it; what is too long is refused first',
  async (house) => {
    const { add, projectId } = await open(house)
    expectDone(await add('a', [], ' A niche\nin plaster. '))
    expect((await galleryOf(house.parts.db, projectId)).at(-1)?.alt).toBe('A niche in plaster.')
    expect(await add('b', [], 'x'.repeat(301))).toMatchObject({
      why: 'wrong-value',
      fields: { alt: 'The alt text may have 300 characters at most.' },
    })
    expect(await galleryOf(house.parts.db, projectId)).toHaveLength(3)
  },
)

eachDatabase('asked again after it was removed, an upload does not pass for one that hangs', async (house) => {
  const { parts, admin, upload } = house
  const { projectId } = await hungImages(house, 0)
  const wish = { projectId, uploadId: await upload(), place: 'gallery' as const }
  const cutOff = { ...parts, uploads: { ...parts.uploads, discard: async () => {} } }
  const { id } = expectDone(await addPhoto(cutOff, admin, wish))
  expectDone(
    await changeAsAdmin(parts, admin, (unit, proof) => removeImages(unit, proof, { projectId, photoIds: [id] })),
  )
  expect(await addPhoto(parts, admin, wish)).toMatchObject({ why: 'unknown' })
  await parts.uploads.discard(wish.uploadId)
  expect(await addPhoto(parts, admin, wish)).toMatchObject({ why: 'unknown' })
  expect(await galleryOf(parts.db, projectId)).toEqual([])
})
