import { expect, test } from 'vitest'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { derivativeKey } from '#portfolio/derivative/derivatives.ts'
import { queueMissingDerivative } from '#portfolio/derivative/queue-missing-derivative.ts'
import type { Ports } from '#portfolio/ports.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase, openDatabaseBackend } from '#tests/support/each-database.ts'
import { testGallery } from '#tests/support/project-fixtures.ts'
import { sqlitePlansOf } from '#tests/support/query-plans.ts'
import { expectOk, type TestBackend } from '#tests/support/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { attachPhoto } from './attach.ts'
import { photoAudiences } from './show.ts'

const small = { width: 50, format: 'jpg', gamut: 'srgb' } as const

/** A project with one image that has no derivatives yet; `replace` replaces its photo `originalId`. */
async function image(backend: TestBackend) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, 1)
  const [photoId = ''] = imageIds
  const replace = async (originalId: string) => {
    const uploadId = await backend.upload(await photoFile({ width: 50, height: 70 }), 'retouched.jpg')
    const input = { projectId, uploadId, place: 'gallery', replaces: { photoId, originalId } } as const
    return expectOk(await attachPhoto(ports, admin, input)).originalId
  }
  const shown = async () => (await showProject(ports, projectId))?.images[0]
  return { projectId, photoId, replace, shown, findAudience: photoAudiences(ports) }
}

/** An image whose photo was shown, and whose replacement failed. */
async function failedReplacement(backend: TestBackend) {
  const shownImage = await image(backend)
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

eachDatabase('a photo that lost its derivatives is not shown by the one that it replaced', async (backend) => {
  const { ports } = backend
  const { photoId, replace, shown, findAudience } = await image(backend)
  await deriveAll(ports)
  const originalId = await replace(photoId)
  await deriveAll(ports)
  const { recipe } = await rowOf(backend, originalId)
  await ports.files.remove(derivativeKey(originalId, 50, small))
  await queueMissingDerivative(ports, { photoId: originalId, recipe, width: 50, encoding: small })
  expect(await shown()).toMatchObject({ originalId, ready: false, src: '' })
  expect(await findAudience(photoId)).toBeNull()
  const next = await replace(originalId)
  expect(await shown()).toMatchObject({ originalId: next, ready: false })
})

test('SQLite finds who may see a removed photo in indexes, without a scan of all photos', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const { photoId } = await failedReplacement(backend)
  const plans = await sqlitePlansOf(backend.ports, async (db) => {
    expect(await photoAudiences({ ...backend.ports, db })(photoId)).toBe('everyone')
  })
  expect(plans.filter((step) => /photos/i.test(step))).toEqual([
    expect.stringMatching(/^SEARCH photos USING INDEX/),
    expect.stringMatching(/^SEARCH photos USING INDEX formerPhotos/),
  ])
})
