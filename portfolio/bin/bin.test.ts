import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { asAdmin, asOperator, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { moveImages, removeImages } from '#portfolio/gallery/edit.ts'
import { watchClock } from '#portfolio/health/watch-clock.ts'
import { FileStoreFailed } from '#portfolio/ports.ts'
import { cleanUp } from '#server/jobs/scheduler.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { expireRemoved } from '#portfolio/photo/expire.ts'
import { galleryOf, createPhotoAudienceFinder } from '#portfolio/photo/show.ts'
import { removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { filesIn, positionsOf, testGallery, testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { eraseImages, eraseProject, restoreImages, restoreProject } from './edit.ts'
import { listBin } from './read.ts'

const dayMs = 24 * 60 * 60_000
const user = { userId: 'user', email: 'user@example.com', admin: false }

/** A project with images a, b, c, …, and the commands of the bin. */
async function open(backend: TestBackend, count: number) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, count)
  const idsOf = (letters: string) => [...letters].map((letter) => imageIds[letter.charCodeAt(0) - 97] ?? letter)
  return {
    projectId,
    imageIds,
    remove: async (letters: string) => {
      const input = { projectId, photoIds: idsOf(letters) }
      return expectOk(await asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, input))).removalId
    },
    removeProject: async () =>
      expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id: projectId }))),
    restore: (removalId: string) => asAdmin(ports, admin, (unit, admin) => restoreImages(unit, admin, { removalId })),
    restoreProject: () => asAdmin(ports, admin, (unit, admin) => restoreProject(unit, admin, { id: projectId })),
    order: async () =>
      (await galleryOf(ports.db, projectId)).map(({ id }) => String.fromCharCode(97 + imageIds.indexOf(id))).join(''),
    bin: async () => expectOk(await readAsAdmin(ports, admin, (db, admin) => listBin(db, admin, { now: ports.now() }))),
  }
}

eachDatabase('a restored project is back at its position with its photos', async (backend) => {
  const { ports, events } = backend
  const { projectId, removeProject, restoreProject, bin } = await open(backend, 2)
  await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  await testProject(backend, 'Reeded')
  const [list, project] = [await listProjects(ports), await showProject(ports, projectId)]
  await removeProject()
  expect(await listProjects(ports)).toHaveLength(1)
  const removedAt = ports.now().toISOString()
  expect(await bin()).toMatchObject([
    { kind: 'project', id: projectId, name: 'Thrown', draft: false, imageCount: 2, removedAt },
  ])
  expect((await bin())[0]?.photos).toHaveLength(1)
  events.length = 0
  expectOk(await restoreProject())
  expect(await listProjects(ports)).toEqual(list)
  expect(await showProject(ports, projectId)).toEqual(project)
  expect(events).toEqual([
    { about: 'work', audience: 'everyone' },
    { about: 'project', id: projectId, audience: 'everyone' },
    { about: 'bin' },
  ])
  expect(await bin()).toEqual([])
  expect(await restoreProject()).toMatchObject({ code: 'unknown', message: 'This is no longer in the bin.' })
})

eachDatabase('a draft is restored as a draft, and the change is not published to visitors', async (backend) => {
  const { ports, admin, events } = backend
  const { projectId, removeProject, restoreProject, bin } = await open(backend, 0)
  expectOk(await asAdmin(ports, admin, (unit, admin) => withdrawProject(unit, admin, { id: projectId })))
  await removeProject()
  expect(await bin()).toMatchObject([{ draft: true, photos: [] }])
  events.length = 0
  expectOk(await restoreProject())
  expect(events.filter((event) => 'audience' in event && event.audience === 'everyone')).toEqual([])
  expect(await showProject(ports, projectId)).toBeNull()
  expect(await showProject(ports, projectId, 'admins')).toMatchObject({ draft: true })
})

eachDatabase('images that were removed together are restored together to their positions', async (backend) => {
  const { projectId, remove, restore, order, bin } = await open(backend, 6)
  const pair = await remove('be')
  backend.advance(1)
  const single = await remove('a')
  expect(await bin()).toMatchObject([
    { kind: 'images', id: single, projectName: 'Thrown', positions: [1] },
    { kind: 'images', id: pair, positions: [2, 5] },
  ])
  expectOk(await restore(single))
  expectOk(await restore(pair))
  expect(await order()).toBe('abcdef')
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await restore(pair)).toMatchObject({ code: 'unknown' })
  expect(await bin()).toEqual([])
})

eachDatabase(
  'in a gallery that changed meanwhile, images are restored to their positions, or to the end if it is shorter',
  async (backend) => {
    const { ports, admin } = backend
    const { projectId, imageIds, remove, restore, order } = await open(backend, 5)
    const [last, first] = [await remove('de'), await remove('b')]
    const [a = ''] = imageIds
    expectOk(
      await asAdmin(ports, admin, (unit, admin) =>
        moveImages(unit, admin, { projectId, photoIds: [a], position: 'last' }),
      ),
    )
    expectOk(await restore(last))
    expect(await order()).toBe('cade')
    expectOk(await restore(first))
    expect(await order()).toBe('cbade')
    expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3, 4, 5])
  },
)

eachDatabase(
  'images of a project in the bin can be restored after the project; a replaced photo is never in the bin',
  async (backend) => {
    const { ports, admin } = backend
    const { projectId, imageIds, remove, removeProject, restore, restoreProject, order, bin } = await open(backend, 2)
    const [photoId = ''] = imageIds
    const uploadId = await backend.upload(undefined, 'retouched.jpg')
    const replaces = { photoId, originalId: photoId }
    const { originalId } = expectOk(
      await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery', replaces }),
    )
    expect(await bin()).toEqual([])
    const removal = await remove('a')
    await removeProject()
    expect(await bin()).toMatchObject([{ kind: 'project' }])
    expect(await restore(removal)).toMatchObject({ code: 'unknown' })
    expectOk(await restoreProject())
    expect(await bin()).toMatchObject([{ kind: 'images', photos: [{ id: photoId, originalId }] }])
    expectOk(await restore(removal))
    expect(await order()).toBe('ab')
  },
)

eachDatabase(
  'what was removed more than 30 days ago is no longer in the bin: it is deleted within a day',
  async (backend) => {
    const { ports, advance } = backend
    const { remove, removeProject, restore, restoreProject, bin } = await open(backend, 2)
    const removal = await remove('a')
    const expiresAt = new Date(ports.now().getTime() + 30 * dayMs).toISOString()
    expect(await bin()).toMatchObject([{ expiresAt }])
    advance(1)
    await removeProject()
    advance(30 * dayMs)
    expect(await bin()).toMatchObject([{ kind: 'project' }])
    advance(1)
    expect(await bin()).toEqual([])
    expect(await restoreProject()).toMatchObject({ code: 'unknown' })
    expect(await restore(removal)).toMatchObject({ code: 'unknown' })
  },
)

eachDatabase('while a wrong clock pauses deletions, everything can be restored', async (backend) => {
  const { ports, shiftClock } = backend
  const { remove, restore, order, bin } = await open(backend, 2)
  const removal = await remove('a')
  const check = watchClock(ports)
  await check()
  shiftClock(400 * dayMs)
  expect(await bin()).toEqual([])
  expect(await check()).toBeNull()
  expect(await bin()).toMatchObject([{ id: removal }])
  expectOk(await restore(removal))
  expect(await order()).toBe('ab')
})

eachDatabase(
  'the clean-up deletes erased photos and projects whose files could not be deleted before',
  async (backend) => {
    const { ports, admin, shiftClock } = backend
    const { projectId, imageIds, remove, removeProject, restore, restoreProject, bin } = await open(backend, 3)
    const check = watchClock(ports)
    await check()
    const refuse = async () => {
      throw new FileStoreFailed(new Error('EACCES: permission denied'))
    }
    const failing = { ...ports, files: { ...ports.files, remove: refuse } }
    const removalId = await remove('a')
    expect(expectOk(await eraseImages(failing, admin, { removalId }))).toEqual({ filesLeft: true })
    await removeProject()
    expect(expectOk(await eraseProject(failing, admin, { id: projectId }))).toEqual({ filesLeft: true })
    expect(await filesIn(backend)).toHaveLength(3)
    // The clean-up deletes erased files even while deletions by age are paused.
    shiftClock(400 * dayMs)
    expect(await check()).toBeNull()
    expect(await bin()).toEqual([])
    expect(await restore(removalId)).toMatchObject({ code: 'unknown' })
    expect(await restoreProject()).toMatchObject({ code: 'unknown' })
    const findAudience = createPhotoAudienceFinder(ports)
    for (const id of imageIds) expect(await findAudience(id)).toBeNull()
    await cleanUp(ports, check)
    expect(await filesIn(backend)).toEqual([])
    expect(await ports.db.selectFrom('photos').select('id').execute()).toEqual([])
    expect(await ports.db.selectFrom('projects').select('id').execute()).toEqual([])
  },
)

eachDatabase('if images are restored and erased at the same time, the first command wins', async (backend) => {
  const { ports, admin } = backend
  const { projectId, remove, order } = await open(backend, 3)
  const removalId = await remove('b')
  let erasing: Promise<unknown> = Promise.resolve()
  // As the operator: an admin's commands do not run concurrently, because counting them locks the counter's row.
  const restored = await asOperator(ports, async (unit, operator) => {
    const result = await restoreImages(unit, operator, { removalId })
    erasing = eraseImages(ports, admin, { removalId })
    // The other command reads the rows before this one commits.
    await setTimeout(200)
    return result
  })
  expectOk(restored)
  expect(await erasing).toMatchObject({ code: 'unknown' })
  expect(await order()).toBe('abc')
  const again = await remove('b')
  const results = await Promise.all([
    eraseImages(ports, admin, { removalId: again }),
    asOperator(ports, (unit, operator) => restoreImages(unit, operator, { removalId: again })),
  ])
  const isRestored = results[1].ok
  expect(results[0].ok).toBe(!isRestored)
  expect(await order()).toBe(isRestored ? 'abc' : 'ac')
  expect(await positionsOf(backend, projectId)).toEqual(isRestored ? [1, 2, 3] : [1, 2])
})

eachDatabase('erasing deletes the rows and the files', async (backend) => {
  const { ports, admin, events } = backend
  const { projectId, imageIds, remove, removeProject, bin } = await open(backend, 3)
  const [photoId = ''] = imageIds
  const replaces = { photoId, originalId: photoId }
  const uploadId = await backend.upload(undefined, 'retouched.jpg')
  expectOk(await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery', replaces }))
  const removalId = await remove('ab')
  for (const person of [null, user]) {
    const refusals = [
      await eraseImages(ports, person, { removalId }),
      await eraseProject(ports, person, { id: projectId }),
    ]
    expect(refusals.map(({ ok }) => ok)).toEqual([false, false])
  }
  expect(await eraseProject(ports, admin, { id: projectId })).toMatchObject({ code: 'unknown' })
  expect(await filesIn(backend)).toHaveLength(4)
  events.length = 0
  expect(expectOk(await eraseImages(ports, admin, { removalId }))).toEqual({ filesLeft: false })
  expect(events).toEqual([{ about: 'bin' }])
  expect(await filesIn(backend)).toEqual([`Images/${projectId}_image 3.jpg`])
  expect(await eraseImages(ports, admin, { removalId })).toMatchObject({ code: 'unknown' })
  await removeProject()
  expectOk(await eraseProject(ports, admin, { id: projectId }))
  expect(await bin()).toEqual([])
  expect(await filesIn(backend)).toEqual([])
  expect(await ports.db.selectFrom('photos').select('id').execute()).toEqual([])
  expect(await expireRemoved(ports)).toBe(0)
})
