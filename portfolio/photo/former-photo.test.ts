import { expect, test } from 'vitest'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { restoreImages } from '#portfolio/bin/edit.ts'
import { listBin } from '#portfolio/bin/read.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { derivativeKey } from '#portfolio/derivative/derivatives.ts'
import { queueMissingDerivative } from '#portfolio/derivative/queue-missing-derivative.ts'
import type { Ports } from '#portfolio/ports.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { listForSitemap, showProject } from '#portfolio/project/show.ts'
import { eachDatabase, openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { filesIn, testGallery } from '#tests/support/backend/project-fixtures.ts'
import { sqlitePlansOf } from '#tests/support/backend/query-plans.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { attachPhoto } from './attach.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { retryPhoto } from './edit.ts'
import { expireRemoved } from './expire.ts'
import { createPhotoAudienceFinder } from './show.ts'
import { undoReplacement } from './replace.ts'
import { verifyPhotos } from './verify.ts'

const dayMs = 24 * 60 * 60_000
const jpeg = { format: 'jpg', gamut: 'srgb' } as const

/** A project with one image that has no derivatives yet; `replace` replaces its photo `originalId`. */
async function createImage(backend: TestBackend) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, 1)
  const [photoId = ''] = imageIds
  const replace = async (originalId: string) => {
    const uploadId = await backend.upload(await photoFile({ width: 50, height: 70 }), 'retouched.jpg')
    const input = { projectId, uploadId, place: 'gallery', replaces: { photoId, originalId } } as const
    return expectOk(await attachPhoto(ports, admin, input)).originalId
  }
  const shown = async () => (await showProject(ports, projectId))?.images[0]
  return { projectId, photoId, replace, shown, findAudience: createPhotoAudienceFinder(ports) }
}

/** An image that still shows its first photo, because the photo that replaced it failed. */
async function createFailedReplacement(backend: TestBackend) {
  const shownImage = await createImage(backend)
  await deriveAll(backend.ports)
  const originalId = await shownImage.replace(shownImage.photoId)
  const failed = { state: 'failed', tries: 3 } as const
  await backend.ports.db.updateTable('photos').set(failed).where('id', '=', originalId).execute()
  return { ...shownImage, originalId }
}

const deriveAll = async (ports: Ports) => {
  while (await deriveNextPhoto(ports));
}

const rowOf = ({ ports }: TestBackend, id: string) =>
  ports.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function problemsOf(ports: Ports) {
  const problems = []
  for await (const problem of verifyPhotos(ports)) problems.push(problem)
  return problems
}

eachDatabase('a replaced photo is kept as long as it is shown in place of the new one', async (backend) => {
  const { ports, admin, advance } = backend
  const { projectId, photoId, originalId, shown, findAudience } = await createFailedReplacement(backend)
  const { storageKey } = await rowOf(backend, photoId)
  advance(32 * dayMs)
  expect(await expireRemoved(ports)).toBe(0)
  expect(await filesIn(backend)).toContain(storageKey)
  expect(await shown()).toMatchObject({ originalId: photoId, ready: true })
  expect(await findAudience(photoId)).toBe('everyone')
  expectOk(await asAdmin(ports, admin, (unit, by) => retryPhoto(unit, by, { projectId, photoId })))
  await deriveAll(ports)
  expect(await shown()).toMatchObject({ originalId, ready: true })
  // Its 31 days begin once it is no longer shown.
  advance(31 * dayMs - 1)
  expect(await expireRemoved(ports)).toBe(0)
  advance(2)
  expect(await expireRemoved(ports)).toBe(1)
  expect(await filesIn(backend)).not.toContain(storageKey)
})

eachDatabase('undo does not bring back a photo that the clean-up may be deleting', async (backend) => {
  const { ports, admin, advance } = backend
  const { projectId, photoId, replace, shown } = await createImage(backend)
  await deriveAll(ports)
  const originalId = await replace(photoId)
  await deriveAll(ports)
  const undo = () => asAdmin(ports, admin, (unit, by) => undoReplacement(unit, by, { projectId, photoId, originalId }))
  advance(30 * dayMs + 1)
  expect(await undo()).toMatchObject({ ok: false, code: 'unknown' })
  expect(await shown()).toMatchObject({ originalId, ready: true })
})

eachDatabase('a former photo that is still shown expires with its image, or with its project', async (backend) => {
  const { ports, admin, advance } = backend
  const first = await createFailedReplacement(backend)
  const second = await createFailedReplacement(backend)
  const remove = { projectId: first.projectId, photoIds: [first.photoId] }
  expectOk(await asAdmin(ports, admin, (unit, by) => removeImages(unit, by, remove)))
  expectOk(await asAdmin(ports, admin, (unit, by) => removeProject(unit, by, { id: second.projectId })))
  advance(32 * dayMs)
  expect(await expireRemoved(ports)).toBe(4)
})

eachDatabase('an image in the bin keeps the former photo that it shows', async (backend) => {
  const { ports, admin, advance } = backend
  const { projectId, photoId, shown, findAudience } = await createFailedReplacement(backend)
  advance(40 * dayMs)
  const before = await shown()
  const remove = { projectId, photoIds: [photoId] }
  const { removalId } = expectOk(await asAdmin(ports, admin, (unit, by) => removeImages(unit, by, remove)))
  expect(await expireRemoved(ports)).toBe(0)
  const items = await readAsAdmin(ports, admin, (db, by) => listBin(db, by, { now: ports.now() }))
  expect(expectOk(items)[0]?.photos).toEqual([before])
  expect(await findAudience(photoId)).toBe('admins')
  expectOk(await asAdmin(ports, admin, (unit, by) => restoreImages(unit, by, { removalId })))
  expect(await shown()).toEqual(before)
  expect(await findAudience(photoId)).toBe('everyone')
})

eachDatabase('a lost derivative of a former photo that is still shown is found and derived again', async (backend) => {
  const { ports } = backend
  const { photoId, shown } = await createFailedReplacement(backend)
  const before = await shown()
  const width = before?.widths[0] ?? 0
  const key = derivativeKey(photoId, width, jpeg)
  await ports.files.remove(key)
  const missing = `the derivative ${key} is missing`
  const problem = (await problemsOf(ports)).find(({ message }) => message === missing)
  await problem?.repair?.()
  await deriveAll(ports)
  expect(await ports.files.stat(key)).not.toBeNull()
  await ports.files.remove(key)
  const { recipe } = await rowOf(backend, photoId)
  await queueMissingDerivative(ports, { photoId, recipe, width, encoding: jpeg })
  await deriveAll(ports)
  expect(await ports.files.stat(key)).not.toBeNull()
  expect(await shown()).toEqual(before)
})

eachDatabase('a former photo that is still shown is verified even after 30 days', async (backend) => {
  const { ports, advance } = backend
  const { photoId, shown } = await createFailedReplacement(backend)
  advance(31 * dayMs)
  const key = derivativeKey(photoId, (await shown())?.widths[0] ?? 0, jpeg)
  await ports.files.remove(key)
  expect((await problemsOf(ports)).map(({ message }) => message)).toContain(`the derivative ${key} is missing`)
})

eachDatabase('a photo that was replaced before it had a derivative is shown only after undo', async (backend) => {
  const { ports, admin } = backend
  const { projectId, photoId, replace, shown, findAudience } = await createImage(backend)
  let [next, derivedSizes] = ['', 0]
  const derive: Ports['images']['derive'] = (path, all, onMade) =>
    ports.images.derive(path, all, async (size, derivatives) => {
      derivedSizes += 1
      next ||= await replace(photoId)
      return onMade(size, derivatives)
    })
  await deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
  expect(await findAudience(photoId)).toBeNull()
  expect(await shown()).toMatchObject({ originalId: next, widths: [] })
  // The remaining sizes of a removed photo are not derived.
  expect(derivedSizes).toBe(1)
  expect((await rowOf(backend, photoId)).made).toBe('')
  const undo = { projectId, photoId, originalId: next }
  expectOk(await asAdmin(ports, admin, (unit, by) => undoReplacement(unit, by, undo)))
  expect(await deriveNextPhoto(ports)).toBe(true)
  expect(await shown()).toMatchObject({ originalId: photoId, ready: true })
})

eachDatabase('when a photo loses its derivatives, the photo that it replaced is not shown again', async (backend) => {
  const { ports } = backend
  const { photoId, replace, shown, findAudience } = await createImage(backend)
  await deriveAll(ports)
  const originalId = await replace(photoId)
  await deriveAll(ports)
  const { recipe } = await rowOf(backend, originalId)
  await ports.files.remove(derivativeKey(originalId, 50, jpeg))
  await queueMissingDerivative(ports, { photoId: originalId, recipe, width: 50, encoding: jpeg })
  expect(await shown()).toMatchObject({ originalId, ready: false })
  expect(await findAudience(photoId)).toBeNull()
  const next = await replace(originalId)
  expect(await shown()).toMatchObject({ originalId: next, ready: false })
})

eachDatabase('the sitemap lists the photo that is shown in place of a failed one', async (backend) => {
  const { photoId, shown } = await createFailedReplacement(backend)
  const [project] = await listForSitemap(backend.ports)
  // It has crops because it is the cover, as there is no cover photo.
  expect(project?.photos).toEqual([{ ...(await shown()), crops: expect.anything() }])
  expect(project?.photos[0]).toMatchObject({ originalId: photoId })
})

test('SQLite uses indexes to find who may see a removed photo, without a scan of all photos', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const { photoId } = await createFailedReplacement(backend)
  const plans = await sqlitePlansOf(backend.ports, async (db) => {
    expect(await createPhotoAudienceFinder({ ...backend.ports, db })(photoId)).toBe('everyone')
  })
  expect(plans.filter((step) => /photos/i.test(step))).toEqual([
    expect.stringMatching(/^SEARCH photos USING INDEX/),
    expect.stringMatching(/^SEARCH photos USING INDEX formerPhotos/),
  ])
})
