import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { publishProject, removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { decode } from '#tests/support/images/photo-files.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { setFocalPoint } from '#portfolio/photo/edit.ts'
import { showProject } from '#portfolio/project/show.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { openGraphImagePath } from './open-graph-image-url.ts'
import { createOpenGraphImageFinder } from './open-graph-image.ts'
import { currentRecipe } from '#portfolio/derivative/derivatives.ts'

const centred = 'og-50-50.jpg'

function findIn(ports: Parameters<typeof createOpenGraphImageFinder>[0]) {
  const find = createOpenGraphImageFinder(ports)
  return (id: string, file: string) => find(id, currentRecipe, file)
}

/** A derived cover photo or image of a project, and the paths of all files that were cropped. */
async function createDerivedPhoto(backend: TestBackend, place: 'cover' | 'gallery' = 'cover') {
  const id = await testPhoto(backend, await testProject(backend), 'photo.jpg', { place })
  while (await deriveNextPhoto(backend.ports));
  const cropped: string[] = []
  const { images } = backend.ports
  const ports = {
    ...backend.ports,
    images: {
      ...images,
      crop: async (...input: Parameters<typeof images.crop>) => {
        cropped.push(input[0])
        return images.crop(...input)
      },
    },
  }
  return { id, cropped, ports, find: findIn(ports) }
}

const setFocal = ({ ports }: TestBackend, id: string, focalX: number, focalY: number) =>
  ports.db.updateTable('photos').set({ focalX, focalY }).where('id', '=', id).execute()

eachDatabase('a cover photo is cropped at the first request and stored', async (backend) => {
  const { id, find, cropped } = await createDerivedPhoto(backend)
  const found = await find(id, centred)
  const bytes = await backend.ports.files.withLocalCopy(found ?? '', (path) => readFile(path))
  expect(await decode(bytes ?? Buffer.of())).toMatchObject({ format: 'jpg', width: 1200, height: 630 })
  expect(await find(id, centred)).toEqual(found)
  expect(cropped).toHaveLength(1)
})

eachDatabase('concurrent requests share one crop', async (backend) => {
  const { id, find, cropped } = await createDerivedPhoto(backend)
  const found = await Promise.all(Array.from({ length: 8 }, () => find(id, centred)))
  expect(new Set(found).size).toBe(1)
  expect(found[0]).not.toBeNull()
  expect(cropped).toHaveLength(1)
})

eachDatabase('another focal point gets another image, and the old one is kept', async (backend) => {
  const { id, find, cropped } = await createDerivedPhoto(backend)
  await find(id, centred)
  await setFocal(backend, id, 0.1, 0.9)
  expect(await find(id, 'og-10-90.jpg')).not.toBeNull()
  expect(await find(id, centred)).not.toBeNull()
  expect(cropped).toHaveLength(2)
})

eachDatabase('an image of a gallery has an Open Graph image', async (backend) => {
  const { id, find } = await createDerivedPhoto(backend, 'gallery')
  expect(await find(id, centred)).not.toBeNull()
})

eachDatabase('an image is made only for the current focal point', async (backend) => {
  const { id, find, cropped } = await createDerivedPhoto(backend)
  for (const file of ['og-51-50.jpg', 'og-050-50.jpg', 'og-500-50.jpg']) expect(await find(id, file), file).toBeNull()
  expect(await find(backend.ports.newId(), centred)).toBeNull()
  expect(cropped).toEqual([])
})

eachDatabase('a photo that is removed or lacks larger widths has no Open Graph image', async (backend) => {
  const { id, find, cropped } = await createDerivedPhoto(backend)
  const set = (change: object) => backend.ports.db.updateTable('photos').set(change).where('id', '=', id).execute()
  const { width, height, made } = await backend.ports.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
  await set({ state: 'waiting', width: 2000, height: 1500, made: '875' })
  expect(await find(id, centred)).toBeNull()
  await set({ state: 'ready', width, height, made: '' })
  expect(await find(id, centred)).toBeNull()
  await set({ made: '90', deletedAt: '2026-01-01T00:00:00.000Z' })
  expect(await find(id, centred)).toBeNull()
  expect(cropped).toEqual([])
  await set({ deletedAt: null, made })
  expect(await find(id, centred)).not.toBeNull()
})

eachDatabase('a photo whose crops are being made has an Open Graph image', async (backend) => {
  const { id, find } = await createDerivedPhoto(backend)
  await backend.ports.db.updateTable('photos').set({ state: 'waiting', crops: '[]' }).execute()
  expect(await find(id, centred)).not.toBeNull()
})

eachDatabase(
  'removed photos and photos of removed projects have no Open Graph image, even if one was stored',
  async (backend) => {
    const { id, find, cropped } = await createDerivedPhoto(backend, 'gallery')
    const { projectId } = await backend.ports.db.selectFrom('photos').select('projectId').executeTakeFirstOrThrow()
    const other = await testPhoto(backend, projectId ?? '', 'other.jpg')
    while (await deriveNextPhoto(backend.ports));
    const change = <T>(work: Parameters<typeof asOperator<T>>[1]) => asOperator(backend.ports, work)
    expect(await find(id, centred)).not.toBeNull()
    expectOk(await change((unit, admin) => removeImages(unit, admin, { projectId: projectId ?? '', photoIds: [id] })))
    expect(await find(id, centred)).toBeNull()
    expectOk(await change((unit, admin) => removeProject(unit, admin, { id: projectId ?? '' })))
    expect(await find(other, centred)).toBeNull()
    expect(cropped).toHaveLength(1)
  },
)

eachDatabase('a draft has no Open Graph image, neither a stored one nor a new one', async (backend) => {
  const { id, find, cropped } = await createDerivedPhoto(backend)
  const project = await backend.ports.db.selectFrom('projects').select('id').executeTakeFirstOrThrow()
  const change = <T>(work: Parameters<typeof asOperator<T>>[1]) => asOperator(backend.ports, work)
  expectOk(await change((unit, admin) => withdrawProject(unit, admin, project)))
  expect(await find(id, centred)).toBeNull()
  expect(cropped).toHaveLength(0)
  expectOk(await change((unit, admin) => publishProject(unit, admin, project)))
  expect(await find(id, centred)).not.toBeNull()
  expectOk(await change((unit, admin) => withdrawProject(unit, admin, project)))
  expect(await find(id, centred)).toBeNull()
})

eachDatabase('while the database fails, stored images are still found', async (backend) => {
  const { id, find } = await createDerivedPhoto(backend)
  const stored = await find(id, centred)
  await sql`alter table photos rename to elsewhere`.execute(backend.ports.db)
  const found = await find(id, centred).catch(() => null)
  await sql`alter table elsewhere rename to photos`.execute(backend.ports.db)
  expect(found).toEqual(stored)
})

eachDatabase('a photo has no Open Graph image for a recipe version without derivatives', async (backend) => {
  const { id, ports } = await createDerivedPhoto(backend)
  expect(await createOpenGraphImageFinder(ports)(id, 'v1', centred)).toBeNull()
})

eachDatabase('a failed crop rejects the request, and the next request tries again', async (backend) => {
  const { id, ports } = await createDerivedPhoto(backend)
  let failing = true
  const crop: typeof ports.images.crop = async (...input) => {
    if (failing) throw new Error('out of memory')
    return ports.images.crop(...input)
  }
  const find = findIn({ ...ports, images: { ...ports.images, crop } })
  await expect(find(id, centred)).rejects.toThrow('out of memory')
  failing = false
  expect(await find(id, centred)).not.toBeNull()
})

eachDatabase(
  'a replaced photo that is still shown has an Open Graph image with the focal point of its image',
  async (backend) => {
    const { ports } = backend
    const { id: photoId, find } = await createDerivedPhoto(backend, 'gallery')
    const { projectId } = await ports.db.selectFrom('photos').select('projectId').executeTakeFirstOrThrow()
    const replaces = { photoId, originalId: photoId }
    const input = { projectId, uploadId: await backend.upload(), place: 'gallery', replaces } as const
    expectOk(await attachPhoto(ports, backend.admin, input))
    expect(await find(photoId, centred)).not.toBeNull()
    const move = { projectId, photoId, x: '0.2', y: '0.6' }
    expectOk(await asOperator(ports, (unit, admin) => setFocalPoint(unit, admin, move)))
    const image = (await showProject(ports, projectId ?? ''))?.images[0]
    const file = image && openGraphImagePath(image).split('/').at(-1)
    expect(file).toBe('og-20-60.jpg')
    expect(await find(image?.originalId ?? '', file ?? '')).not.toBeNull()
    expect(await find(photoId, 'og-70-70.jpg')).toBeNull()
    while (await deriveNextPhoto(ports));
    expect(await find(photoId, 'og-20-60.jpg')).toBeNull()
  },
)
