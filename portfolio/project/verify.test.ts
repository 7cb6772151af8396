import { expect } from 'vitest'
import type { Updateable } from 'kysely'
import { chooseCover } from '#portfolio/gallery/edit.ts'
import { hideImages } from '#portfolio/hidden-images/edit.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import type { PhotosTable, ProjectsTable } from '#portfolio/tables.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { runCommand } from '#tests/support/transfer.ts'
import { withdrawProject } from './edit.ts'
import { verifyReferences } from './verify.ts'

async function check({ ports }: TestBackend): Promise<string[]> {
  const found: string[] = []
  for await (const problem of verifyReferences(ports)) found.push(problem)
  return found
}

/** A project with two hidden images: the first has a replaced photo, the second was chosen as the cover. */
async function open(backend: TestBackend) {
  const { ports, admin, upload } = backend
  const { projectId, imageIds } = await testGallery(backend, 2)
  const [first = '', last = ''] = imageIds
  const replaces = { photoId: first, originalId: first }
  const replaced = await attachPhoto(ports, admin, { projectId, place: 'gallery', uploadId: await upload(), replaces })
  const { originalId } = expectOk(replaced)
  await runCommand(backend, (unit, admin) => chooseCover(unit, admin, { projectId, photoId: last }))
  await runCommand(backend, (unit, admin) => hideImages(unit, admin, { projectId, photoIds: [first, last] }))
  const setPhoto = (set: Updateable<PhotosTable>) =>
    ports.db.updateTable('photos').set(set).where('id', '=', originalId).execute()
  const setProject = (set: Updateable<ProjectsTable>) =>
    ports.db.updateTable('projects').set(set).where('id', '=', projectId).execute()
  return { projectId, first, originalId, setPhoto, setProject, check: () => check(backend) }
}

eachDatabase('inconsistent images and covers, and unknown kinds and layouts, are reported', async (backend) => {
  const { projectId, first, originalId, setPhoto, setProject, check } = await open(backend)
  const other = await testGallery(backend, 1)
  expect(await check()).toEqual([])
  const row = backend.ports.db.selectFrom('photos').select('storageKey').where('id', '=', originalId)
  const { storageKey } = await row.executeTakeFirstOrThrow()
  const unknown = { kind: 'sketch' as PhotosTable['kind'], layout: 'round' as PhotosTable['layout'] }
  await setPhoto({ hidden: 0, ...unknown, formerId: 'gone' })
  await setProject({ coverImageId: other.imageIds[0] ?? '' })
  expect(await check()).toEqual([
    `the cover of Thrown (${projectId}) is not an image of this project`,
    `the photo that ${storageKey} replaces is missing or belongs to another project`,
    `the image ${first} has both hidden and visible photos`,
    `the photo ${storageKey} has the unknown kind sketch`,
    `the photo ${storageKey} has the unknown layout round`,
  ])
})

eachDatabase('private links and schedules that outlived their draft are reported', async (backend) => {
  const { ports } = backend
  const { projectId, setProject, check } = await open(backend)
  await runCommand(backend, (unit, admin) => withdrawProject(unit, admin, { id: projectId }))
  const [createdAt, expiresAt] = [ports.now().toISOString(), '2030-01-01T00:00:00.000Z']
  const link = { projectId, recipient: 'Mr Lind', expiresAt, createdAt, lastOpenedAt: null }
  for (const id of ['1', '2'])
    await ports.db
      .insertInto('privateLinks')
      .values({ ...link, id })
      .execute()
  await setProject({ publishAt: expiresAt })
  expect(await check()).toEqual([])
  await setProject({ publishedAt: createdAt })
  expect(await check()).toEqual([
    `Thrown (${projectId}) is published but has private links`,
    `Thrown (${projectId}) is scheduled for publication but is not a draft`,
  ])
  await setProject({ publishedAt: null, deletedAt: createdAt })
  expect(await check()).toEqual([`Thrown (${projectId}) is scheduled for publication but is not a draft`])
})

eachDatabase('old addresses that lead to an unknown page or match no request are reported', async (backend) => {
  const { ports } = backend
  const row = { page: 'about', projectId: null, deletedAt: null } as const
  const paths = ['/50%25.html', '/caf%e9.html', '/index.php?page=a', '/über uns']
  const insert = (id: string, path: string, page: string = row.page) =>
    ports.db
      .insertInto('oldAddresses')
      .values({ ...row, id, path, page: page as 'about' })
      .execute()
  for (const path of paths) await insert(path, path)
  expect(await check(backend)).toEqual([])
  await insert('1', '/A/')
  await insert('2', '/b.html', 'nowhere')
  expect((await check(backend)).toSorted()).toEqual([
    'the old address /A/ can never match a request',
    'the old address /b.html leads to the unknown page nowhere',
  ])
})
