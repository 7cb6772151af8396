import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { attachPhoto } from './attach.ts'
import { moveImages, removeImages } from '#portfolio/gallery/edit.ts'
import { galleryOf } from './show.ts'

/** A gallery of two images, and four uploads selected together: a, b, c, d. */
async function open(backend: TestBackend) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, 2)
  const batch = await Promise.all([...'abcd'].map((letter) => backend.upload(undefined, `${letter}.jpg`)))
  const idOf = (letter: string) => batch[letter.charCodeAt(0) - 97] ?? letter
  const rows = () => ports.db.selectFrom('photos').select(['id', 'uploadId']).execute()
  return {
    projectId,
    imageIds,
    attach: (letter: string, among = batch, alt = '') =>
      attachPhoto(ports, admin, { projectId, uploadId: idOf(letter), place: 'gallery', batch: among, alt }),
    photoOf: async (letter: string) => (await rows()).find((row) => row.uploadId === idOf(letter))?.id ?? '',
    order: async () => {
      const uploads = new Map((await rows()).map((row) => [row.id, row.uploadId]))
      const shown = await galleryOf(ports.db, projectId)
      return shown.map(({ id }) => 'abcd'[batch.indexOf(uploads.get(id) ?? '')] ?? '-').join('')
    },
  }
}

eachDatabase('the gallery has the order of the selection, in whichever order the uploads complete', async (backend) => {
  for (const arrival of ['abcd', 'dcba', 'cadb', 'bdac']) {
    const { attach, order } = await open(backend)
    for (const letter of arrival) expectOk(await attach(letter))
    expect(await order(), arrival).toBe('--abcd')
  }
})

eachDatabase(
  'a retried upload gets its position in the selection, even when the first response was lost',
  async (backend) => {
    const { attach, order } = await open(backend)
    expectOk(await attach('a'))
    // Attached, but its response is lost: others are attached before it is retried.
    const lost = expectOk(await attach('b'))
    expectOk(await attach('d'))
    expectOk(await attach('c'))
    expect(expectOk(await attach('b'))).toEqual(lost)
    expect(await order()).toBe('--abcd')
  },
)

eachDatabase('four uploads attached at once have the order of the selection', async (backend) => {
  const { attach, order } = await open(backend)
  for (const result of await Promise.all([...'dbca'].map((letter) => attach(letter)))) expectOk(result)
  expect(await order()).toBe('--abcd')
})

eachDatabase('uploads follow a neighbour to its new position; a removed neighbour is ignored', async (backend) => {
  const { ports, admin } = backend
  const { attach, order, photoOf, projectId } = await open(backend)
  expectOk(await attach('a'))
  const photoIds = [await photoOf('a')]
  expectOk(
    await asAdmin(ports, admin, (unit, admin) => moveImages(unit, admin, { projectId, photoIds, position: '1' })),
  )
  expectOk(await attach('c'))
  expect(await order()).toBe('ac--')
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, { projectId, photoIds })))
  expectOk(await attach('b'))
  expect(await order()).toBe('bc--')
})

eachDatabase('an upload without a selection, or missing from it, is attached at the end', async (backend) => {
  const { attach, order } = await open(backend)
  expectOk(await attach('d', []))
  expectOk(await attach('b', ['unknown', '../../secret']))
  expect(await order()).toBe('--db')
})

eachDatabase('an alt text is stored with its image; if it is too long, nothing is attached', async (backend) => {
  const { attach, projectId } = await open(backend)
  expectOk(await attach('a', [], ' A niche\nin plaster. '))
  expect((await galleryOf(backend.ports.db, projectId)).at(-1)?.alt).toBe('A niche in plaster.')
  expect(await attach('b', [], 'x'.repeat(301))).toMatchObject({
    code: 'wrong-value',
    fields: { alt: 'The alternative text can have at most 300 characters.' },
  })
  expect(await galleryOf(backend.ports.db, projectId)).toHaveLength(3)
})

eachDatabase('attaching an upload again after its image was removed is refused', async (backend) => {
  const { ports, admin, upload } = backend
  const { projectId } = await testGallery(backend, 0)
  const input = { projectId, uploadId: await upload(), place: 'gallery' as const }
  const withoutDiscard = { ...ports, uploads: { ...ports.uploads, discard: async () => {} } }
  const { id } = expectOk(await attachPhoto(withoutDiscard, admin, input))
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, { projectId, photoIds: [id] })))
  expect(await attachPhoto(ports, admin, input)).toMatchObject({ code: 'unknown' })
  await ports.uploads.discard(input.uploadId)
  expect(await attachPhoto(ports, admin, input)).toMatchObject({ code: 'unknown' })
  expect(await galleryOf(ports.db, projectId)).toEqual([])
})
