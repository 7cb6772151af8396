import { expect } from 'vitest'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { attachPhoto } from './attach.ts'
import { editAltText, editStudioCaption, retryPhoto, setFocalPoint, setShownProject } from './edit.ts'
import { listUnfinishedPhotos } from './read.ts'

async function attachHero(backend: TestBackend, alt = 'A room'): Promise<string> {
  const input = { projectId: null, place: 'hero', uploadId: await backend.upload(), alt } as const
  return expectOk(await attachPhoto(backend.ports, backend.admin, input)).id
}

eachDatabase('a new hero replaces the previous one, whose files are kept', async (backend) => {
  const first = await attachHero(backend)
  backend.events.length = 0
  const second = await attachHero(backend, 'Another room')
  expect((await showStudio(backend.ports)).hero).toMatchObject({ id: second, alt: 'Another room', caption: '' })
  expect(backend.events).toEqual([{ about: 'studio' }])
  const row = await backend.ports.db.selectFrom('photos').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
  expect(row.deletedAt).not.toBeNull()
  expect(await backend.ports.files.stat(row.storageKey)).not.toBeNull()
})

eachDatabase('alt text, focal point and caption of the hero are edited like those of projects', async (backend) => {
  const { ports, admin } = backend
  const photo = { projectId: null, photoId: await attachHero(backend) }
  expectOk(
    await asAdmin(ports, admin, (unit, admin) =>
      editAltText(unit, admin, { ...photo, alt: 'Oak', baseText: 'A room' }),
    ),
  )
  expectOk(await asAdmin(ports, admin, (unit, admin) => setFocalPoint(unit, admin, { ...photo, x: '0.25', y: '1' })))
  const caption = (text: string, version: number) =>
    asAdmin(ports, admin, (unit, admin) => editStudioCaption(unit, admin, { ...photo, text, version }))
  expect(expectOk(await caption(' Low  Line ', 1))).toEqual({ version: 2 })
  expect(await caption('Mine', 1)).toMatchObject({ code: 'newer', conflict: { theirs: 'Low Line', version: 2 } })
  expect((await showStudio(ports)).hero).toMatchObject({ alt: 'Oak', focalX: 0.25, focalY: 1, caption: 'Low Line' })
  const { projectId, imageIds } = await testGallery(backend, 1)
  const foreign = { projectId: null, photoId: imageIds[0] ?? '' }
  const refused = await asAdmin(ports, admin, (unit, admin) =>
    setFocalPoint(unit, admin, { ...foreign, x: '0', y: '0' }),
  )
  expect(refused, projectId).toMatchObject({ code: 'unknown' })
})

eachDatabase('a failed hero is listed with the reason, and waits again after a retry', async (backend) => {
  const { ports, admin } = backend
  const photo = { projectId: null, photoId: await attachHero(backend) }
  await testGallery(backend, 1)
  const failed = { state: 'failed', failure: 'damaged', tries: 3 } as const
  await ports.db.updateTable('photos').set(failed).where('id', '=', photo.photoId).execute()
  const unfinished = async () =>
    expectOk(await readAsAdmin(ports, admin, (db, by) => listUnfinishedPhotos(db, by, { projectId: null })))
  const reason = 'the file is damaged or has an unsupported format'
  expect(await unfinished()).toEqual({ [photo.photoId]: { originalId: photo.photoId, failure: reason } })
  expectOk(await asAdmin(ports, admin, (unit, by) => retryPhoto(unit, by, photo)))
  expect(await unfinished()).toEqual({ [photo.photoId]: { originalId: photo.photoId, failure: null } })
})

eachDatabase('the hero links to the project that it shows until the project is removed', async (backend) => {
  const { ports, admin } = backend
  const photoId = await attachHero(backend)
  const id = await testProject(backend, 'Low Line')
  const show = (shownProjectId: string) =>
    asAdmin(ports, admin, (unit, admin) => setShownProject(unit, admin, { photoId, shownProjectId }))
  expect(await show('nobody')).toMatchObject({ code: 'unknown', message: 'Project not found' })
  expectOk(await show(id))
  expect((await showStudio(ports)).hero?.shownProject).toEqual({ id, slug: 'low-line', name: 'Low Line' })
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id })))
  expect((await showStudio(ports)).hero?.shownProject).toBeNull()
  expectOk(await show(''))
})
