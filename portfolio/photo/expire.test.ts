import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { filesIn, testPhoto, testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { derivativeKey, derivativesPrefix } from '#portfolio/derivative/derivatives.ts'
import { expireRemoved, expireTemporaryFiles, expireFormerDerivatives, expireUploads } from './expire.ts'

const webp = { format: 'webp', gamut: 'srgb' } as const
const dayMs = 24 * 60 * 60_000

const photoIds = async ({ ports }: TestBackend) =>
  (await ports.db.selectFrom('photos').select('id').execute()).map((row) => row.id).sort()
const projectIds = async ({ ports }: TestBackend) =>
  (await ports.db.selectFrom('projects').select('id').execute()).map((row) => row.id)

/** Writes a file under the key of a derivative. */
async function writeDerivative({ ports }: TestBackend, id: string): Promise<string> {
  const key = derivativeKey(id, 90, webp)
  await ports.files.write(key, Buffer.from('webp'))
  return key
}

/** Ports whose file store cannot delete the file of one key. */
function withUndeletable({ ports }: TestBackend, undeletable: string): Ports {
  const remove = async (key: string) => {
    if (key === undeletable) throw new FileStoreFailed(new Error('EACCES: permission denied'))
    return ports.files.remove(key)
  }
  return { ...ports, files: { ...ports.files, remove } }
}

eachDatabase('a removed image keeps its row and files for 31 days', async (backend) => {
  const { ports, admin, advance } = backend
  const {
    projectId,
    imageIds: [gone = '', stays = ''],
  } = await testGallery(backend, 2)
  const derivative = await writeDerivative(backend, gone)
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, { projectId, photoIds: [gone] })))
  advance(31 * dayMs)
  expect(await expireRemoved(ports)).toBe(0)
  expect(await photoIds(backend)).toEqual([gone, stays].sort())
  expect(await ports.files.stat(derivative)).not.toBeNull()
  advance(1)
  expect(await expireRemoved(ports)).toBe(1)
  expect(await photoIds(backend)).toEqual([stays])
  expect(await ports.files.stat(derivative)).toBeNull()
  expect(await filesIn(backend, 'Images/')).toEqual([`Images/${projectId}_image 2.jpg`])
  expect(await expireRemoved(ports)).toBe(0)
})

eachDatabase('a removed project expires after 31 days with all its photos', async (backend) => {
  const { ports, admin, advance } = backend
  const { projectId } = await testGallery(backend, 2)
  await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  const other = await testProject(backend, 'Other')
  const otherPhoto = await testPhoto(backend, other)
  const derivative = await writeDerivative(backend, otherPhoto)
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id: projectId })))
  advance(30 * dayMs)
  expect(await expireRemoved(ports)).toBe(0)
  expect(await photoIds(backend)).toHaveLength(4)
  advance(dayMs + 1)
  expect(await expireRemoved(ports)).toBe(3)
  expect(await photoIds(backend)).toEqual([otherPhoto])
  expect(await projectIds(backend)).toEqual([other])
  expect(await ports.files.stat(derivative)).not.toBeNull()
  expect(await filesIn(backend, 'Images/')).toEqual([`Images/${other}_photo.jpg`])
  expect(await filesIn(backend, 'coverPhotos/')).toEqual([])
})

eachDatabase('a replaced cover photo expires after 31 days', async (backend) => {
  const { ports, advance } = backend
  const projectId = await testProject(backend)
  await testPhoto(backend, projectId, 'old.jpg', { place: 'cover' })
  const cover = await testPhoto(backend, projectId, 'new.jpg', { place: 'cover' })
  advance(31 * dayMs + 1)
  expect(await expireRemoved(ports)).toBe(1)
  expect(await photoIds(backend)).toEqual([cover])
})

eachDatabase('a removed project without photos expires too', async (backend) => {
  const { ports, admin, advance } = backend
  const id = await testProject(backend)
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id })))
  advance(31 * dayMs + 1)
  await expireRemoved(ports)
  expect(await projectIds(backend)).toEqual([])
})

eachDatabase('an expiry that was interrupted after deleting the file is completed', async (backend) => {
  const { ports, admin, advance } = backend
  const {
    projectId,
    imageIds: [photoId = ''],
  } = await testGallery(backend, 1)
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, { projectId, photoIds: [photoId] })))
  await ports.files.remove(`Images/${projectId}_image 1.jpg`)
  advance(31 * dayMs + 1)
  expect(await expireRemoved(ports)).toBe(1)
  expect(await photoIds(backend)).toEqual([])
})

eachDatabase('a file that cannot be deleted is logged, and only the row of its own photo is kept', async (backend) => {
  const { ports, admin, advance, logged } = backend
  const { projectId, imageIds } = await testGallery(backend, 3)
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id: projectId })))
  advance(31 * dayMs + 1)
  const failing = withUndeletable(backend, `Images/${projectId}_image 1.jpg`)
  expect(await expireRemoved(failing)).toBe(2)
  expect(await photoIds(backend)).toEqual([imageIds[0]])
  expect(await projectIds(backend)).toEqual([projectId])
  expect(logged).toContainEqual({
    level: 'error',
    message: 'a file could not be removed',
    detail: { key: `Images/${projectId}_image 1.jpg`, cause: 'Error: EACCES: permission denied' },
  })
  expect(await expireRemoved(ports)).toBe(1)
  expect(await projectIds(backend)).toEqual([])
})

eachDatabase(
  'a folder of previous derivatives that cannot be deleted does not prevent the deletion of others',
  async (backend) => {
    const { ports, advance } = backend
    const [stays = ''] = (await testGallery(backend, 2)).imageIds
    await ports.db.updateTable('photos').set({ state: 'ready', formerRecipe: 'v1' }).execute()
    advance(dayMs + 60_000)
    expect(await expireFormerDerivatives(withUndeletable(backend, derivativesPrefix(stays, 'v1')))).toBe(1)
    const left = await ports.db.selectFrom('photos').select('id').where('formerRecipe', 'is not', null).execute()
    expect(left).toEqual([{ id: stays }])
  },
)

eachDatabase('an attached photo never expires', async (backend) => {
  const { ports, advance } = backend
  const { imageIds } = await testGallery(backend, 2)
  advance(10_000 * dayMs)
  expect(await expireRemoved(ports)).toBe(0)
  await expireUploads(ports)
  await expireTemporaryFiles(ports)
  expect(await photoIds(backend)).toEqual(imageIds.toSorted())
  expect(await filesIn(backend, 'Images/')).toHaveLength(2)
})

eachDatabase('uploads and temporary files expire after a day', async (backend) => {
  const { ports, admin, folder, upload, uploadStore, advance } = backend
  const id = await upload()
  const temporary = join(folder, 'files', '.temporary', 'interrupted')
  await writeFile(temporary, 'half an image')
  await utimes(temporary, ports.now(), ports.now())
  advance(dayMs - 60_000)
  await expireUploads(ports)
  await expireTemporaryFiles(ports)
  expect(await ports.uploads.find(id, admin.userId)).not.toBeNull()
  expect(await readdir(join(folder, 'files', '.temporary'))).toContain('interrupted')
  advance(2 * 60_000)
  await expireUploads(ports)
  await expireTemporaryFiles(ports)
  expect(await ports.uploads.find(id, admin.userId)).toBeNull()
  expect(await uploadStore.count()).toBe(0)
  expect(await readdir(join(folder, 'files', '.temporary'))).toEqual([])
})

eachDatabase('if the size of a file cannot be read, only its own photo does not expire', async (backend) => {
  const { ports, admin, advance } = backend
  const { projectId, imageIds } = await testGallery(backend, 3)
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id: projectId })))
  advance(31 * dayMs + 1)
  const stat = async (key: string) => {
    if (key.endsWith('image 1.jpg')) throw new FileStoreFailed(new Error('EIO: i/o error'))
    return ports.files.stat(key)
  }
  expect(await expireRemoved({ ...ports, files: { ...ports.files, stat } })).toBe(2)
  expect(await photoIds(backend)).toEqual([imageIds[0]])
})
