import { expect } from 'vitest'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import type { Person } from '#portfolio/account/account.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { filesIn, positionsOf, testGallery } from '#tests/support/backend/project-fixtures.ts'
import { createAdmin, expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { attachPhoto } from './attach.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { moveImages, removeImages } from '#portfolio/gallery/edit.ts'
import { editAltText, editCredit, retryPhoto, setFocalPoint } from './edit.ts'
import { expireRemoved } from './expire.ts'
import { listUnfinishedPhotos } from './read.ts'
import { undoReplacement } from './replace.ts'
import { createPhotoAudienceFinder } from './show.ts'

/** A project with three images. The second has texts, and `replace` and `undo` change its photo. */
async function openGallery(backend: TestBackend) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, 3)
  const [first = '', photoId = '', third = ''] = imageIds
  const reference = { projectId, photoId }
  expectOk(
    await asAdmin(ports, admin, (unit, by) => editAltText(unit, by, { ...reference, alt: 'A lamp', baseText: '' })),
  )
  expectOk(
    await asAdmin(ports, admin, (unit, by) => editCredit(unit, by, { ...reference, credit: 'Ada', baseText: '' })),
  )
  expectOk(await asAdmin(ports, admin, (unit, by) => setFocalPoint(unit, by, { ...reference, x: '0.1', y: '0.9' })))
  const images = async () => (await showProject(ports, projectId))?.images ?? []
  const replace = async (
    originalId: string,
    { uploadId, person = admin }: { uploadId?: string; person?: Person } = {},
  ) => {
    const bytes = await photoFile({ width: 50, height: 70 })
    const upload = uploadId ?? (await backend.upload(bytes, 'retouched.jpg', person))
    const input = { projectId, uploadId: upload, place: 'gallery', replaces: { photoId, originalId } } as const
    return attachPhoto(ports, person, input)
  }
  const undo = (originalId: string) =>
    asAdmin(ports, admin, (unit, by) => undoReplacement(unit, by, { ...reference, originalId }))
  backend.events.length = 0
  return { projectId, photoId, imageIds: [first, photoId, third], images, replace, undo }
}

const rowOf = ({ ports }: TestBackend, id: string) =>
  ports.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

eachDatabase('a replaced image keeps its id, position, alt text, credit and focal point', async (backend) => {
  const { photoId, imageIds, images, replace, projectId } = await openGallery(backend)
  const replaced = expectOk(await replace(photoId))
  expect(replaced).toEqual({ id: photoId, originalId: expect.not.stringMatching(photoId) })
  expect((await images()).map(({ id }) => id)).toEqual(imageIds)
  const shown = { width: 50, height: 70, alt: 'A lamp', credit: 'Ada', focalX: 0.1, focalY: 0.9, ready: false }
  expect((await images())[1]).toMatchObject({ ...shown, originalId: replaced.originalId })
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }])
  while (await deriveNextPhoto(backend.ports));
  expect((await images())[1]).toMatchObject({ originalId: replaced.originalId, ready: true })
})

eachDatabase(
  'the replaced photo is removed: it is no longer served, and its files are kept for 31 days',
  async (backend) => {
    const { photoId, replace } = await openGallery(backend)
    const { originalId } = expectOk(await replace(photoId))
    while (await deriveNextPhoto(backend.ports));
    expect((await rowOf(backend, photoId)).deletedAt).not.toBeNull()
    const findAudience = createPhotoAudienceFinder(backend.ports)
    expect([await findAudience(photoId), await findAudience(originalId)]).toEqual([null, 'everyone'])
    const { storageKey } = await rowOf(backend, photoId)
    backend.advance(30 * 24 * 60 * 60_000)
    expect(await expireRemoved(backend.ports)).toBe(0)
    expect(await filesIn(backend)).toContain(storageKey)
    backend.advance(2 * 24 * 60 * 60_000)
    expect(await expireRemoved(backend.ports)).toBe(1)
    expect(await filesIn(backend)).not.toContain(storageKey)
  },
)

eachDatabase(
  'until the new photo has a derivative, the former one is shown with the texts, and served',
  async (backend) => {
    const { photoId, replace, images, projectId } = await openGallery(backend)
    while (await deriveNextPhoto(backend.ports));
    const { originalId } = expectOk(await replace(photoId))
    const former = { id: photoId, originalId: photoId, alt: 'A lamp', credit: 'Ada', focalX: 0.1, ready: true }
    expect((await images())[1]).toMatchObject(former)
    const findAudience = createPhotoAudienceFinder(backend.ports)
    expect(await findAudience(photoId)).toBe('everyone')
    const remove = { projectId, photoIds: [photoId] }
    expect(await images()).toHaveLength(3)
    while (await deriveNextPhoto(backend.ports));
    expect((await images())[1]).toMatchObject({ ...former, originalId })
    expect(await findAudience(photoId)).toBeNull()
    const next = expectOk(await replace(originalId)).originalId
    expectOk(await asAdmin(backend.ports, backend.admin, (unit, by) => removeImages(unit, by, remove)))
    // The image is in the bin with the photo that it showed last: admins may see both.
    expect([await findAudience(originalId), await findAudience(next)]).toEqual(['admins', 'admins'])
  },
)

eachDatabase('after undo, the image shows the previous photo with the current texts', async (backend) => {
  const { photoId, images, replace, undo, projectId } = await openGallery(backend)
  const { originalId } = expectOk(await replace(photoId))
  const edit = { projectId, photoId, alt: 'A brass lamp', baseText: 'A lamp' }
  expectOk(await asAdmin(backend.ports, backend.admin, (unit, by) => editAltText(unit, by, edit)))
  const move = { projectId, photoIds: [photoId], position: '1' }
  expectOk(await asAdmin(backend.ports, backend.admin, (unit, by) => moveImages(unit, by, move)))
  expectOk(await undo(originalId))
  expect((await images())[0]).toMatchObject({ id: photoId, originalId: photoId, alt: 'A brass lamp', focalX: 0.1 })
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3])
  expect((await rowOf(backend, originalId)).deletedAt).not.toBeNull()
  expectOk(await undo(originalId))
  expect((await images())[0]).toMatchObject({ originalId: photoId })
})

eachDatabase('several replacements of one image are undone one by one', async (backend) => {
  const { photoId, images, replace, undo } = await openGallery(backend)
  const second = expectOk(await replace(photoId)).originalId
  while (await deriveNextPhoto(backend.ports));
  const third = expectOk(await replace(second)).originalId
  expectOk(await undo(third))
  expect((await images())[1]).toMatchObject({ id: photoId, originalId: second })
  expectOk(await undo(second))
  expect((await images())[1]).toMatchObject({ id: photoId, originalId: photoId })
  expect(await images()).toHaveLength(3)
})

eachDatabase('a failed photo can be replaced, and undo shows the photo that was shown last', async (backend) => {
  const { photoId, images, replace, undo } = await openGallery(backend)
  while (await deriveNextPhoto(backend.ports));
  const damaged = expectOk(await replace(photoId)).originalId
  const failed = { state: 'failed', tries: 3 } as const
  await backend.ports.db.updateTable('photos').set(failed).where('id', '=', damaged).execute()
  expect(await replace(photoId)).toMatchObject({ code: 'newer' })
  const intact = expectOk(await replace(damaged)).originalId
  expect((await images())[1]).toMatchObject({ originalId: photoId, ready: true })
  while (await deriveNextPhoto(backend.ports));
  expect((await images())[1]).toMatchObject({ originalId: intact, ready: true })
  expectOk(await undo(intact))
  expect((await images())[1]).toMatchObject({ originalId: photoId, ready: true })
})

eachDatabase('replacing and undoing are refused once someone else has replaced the photo', async (backend) => {
  const { photoId, images, replace, undo } = await openGallery(backend)
  const other = await createAdmin(backend.ports)
  const mine = expectOk(await replace(photoId)).originalId
  const before = await filesIn(backend)
  expect(await replace(photoId, { person: other })).toMatchObject({ code: 'newer' })
  expect((await filesIn(backend)).filter((key) => !before.includes(key) && key.startsWith('Images/'))).toEqual([])
  const theirs = expectOk(await replace(mine, { person: other })).originalId
  expect(await undo(mine)).toMatchObject({ code: 'newer' })
  expect((await images())[1]).toMatchObject({ originalId: theirs })
})

eachDatabase('of concurrent replacements of a photo, only one succeeds', async (backend) => {
  const { photoId, images, replace } = await openGallery(backend)
  const results = await Promise.all([replace(photoId), replace(photoId), replace(photoId)])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await images()).toHaveLength(3)
})

eachDatabase('a replaced image is removed by its id, and a removed image cannot be replaced', async (backend) => {
  const { photoId, images, replace, undo, projectId } = await openGallery(backend)
  const { originalId } = expectOk(await replace(photoId))
  const remove = { projectId, photoIds: [photoId] }
  expectOk(await asAdmin(backend.ports, backend.admin, (unit, by) => removeImages(unit, by, remove)))
  expect(await images()).toHaveLength(2)
  expect(await replace(originalId)).toMatchObject({ code: 'unknown', message: 'This image is no longer there.' })
  expect(await undo(originalId)).toMatchObject({ code: 'unknown' })
})

eachDatabase('a repeated request replaces only once; an upload attached elsewhere is refused', async (backend) => {
  const { photoId, replace, images, projectId } = await openGallery(backend)
  const uploadId = await backend.upload()
  const replaced = expectOk(await replace(photoId, { uploadId }))
  expect(await replace(photoId, { uploadId })).toEqual({ ok: true, value: replaced })
  const added = await backend.upload()
  expectOk(await attachPhoto(backend.ports, backend.admin, { projectId, uploadId: added, place: 'gallery' }))
  expect(await replace(replaced.originalId, { uploadId: added })).toMatchObject({ code: 'unknown' })
  expect(await images()).toHaveLength(4)
})

eachDatabase('a failed photo is listed with the reason, and derived after a retry', async (backend) => {
  const { ports, admin } = backend
  const { photoId, replace, projectId, images } = await openGallery(backend)
  while (await deriveNextPhoto(ports));
  const { originalId } = expectOk(await replace(photoId))
  const unfinished = () => readAsAdmin(ports, admin, (db, by) => listUnfinishedPhotos(db, by, { projectId }))
  expect(expectOk(await unfinished())).toEqual({ [photoId]: { originalId, failure: null } })
  const failed = { state: 'failed', failure: 'exhausted', tries: 3 } as const
  await ports.db.updateTable('photos').set(failed).where('id', '=', originalId).execute()
  expect(expectOk(await unfinished())).toEqual({
    [photoId]: { originalId, failure: 'there was not enough memory or time' },
  })
  const woken = backend.wakeCount()
  expectOk(await asAdmin(ports, admin, (unit, by) => retryPhoto(unit, by, { projectId, photoId })))
  expect(backend.wakeCount()).toBe(woken + 1)
  expect(expectOk(await unfinished())).toEqual({ [photoId]: { originalId, failure: null } })
  while (await deriveNextPhoto(ports));
  expect(expectOk(await unfinished())).toEqual({})
  expect((await images())[1]).toMatchObject({ ready: true })
})
