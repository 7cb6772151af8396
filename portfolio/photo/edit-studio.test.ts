import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { asAdmin, readAsAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import { removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { listForSitemap } from '#portfolio/project/show.ts'
import type { Result } from '#portfolio/result.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { attachPhoto } from './attach.ts'
import { findUpload } from './examine.ts'
import { editAltText, editStudioCaption, retryPhoto, setFocalPoint, setShownProject } from './edit.ts'
import { insertPhoto, type AttachedPhoto } from './insert.ts'
import { listUnfinishedPhotos } from './read.ts'
import { storeOriginal } from './store-original.ts'

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

eachDatabase('of two heroes that are attached simultaneously, only the later one is kept', async (backend) => {
  const { ports, admin } = backend
  await attachHero(backend)
  const place = { projectId: null, place: 'hero' } as const
  const prepare = async (): Promise<Command<AttachedPhoto>> => {
    const upload = expectOk(await findUpload(ports, await backend.upload(), admin.userId))
    const original = expectOk(await storeOriginal(ports, upload, place))
    return (unit, by) => insertPhoto(unit, by, original, place)
  }
  const [first, second] = await runSimultaneously(backend, await prepare(), await prepare())
  expectOk(first)
  const heroes = ports.db.selectFrom('photos').select('id').where('place', '=', 'hero').where('deletedAt', 'is', null)
  const shown = await heroes.execute()
  expect(shown).toHaveLength(1)
  expect(second).toMatchObject({ ok: true, value: shown[0] })
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

type Command<T> = (unit: UnitOfWork, admin: Admin) => Promise<Result<T>>

/** Starts the second command after the first one has written, before its commit. */
async function runSimultaneously<T>({ ports, admin }: TestBackend, first: Command<T>, second: Command<T>) {
  let later: Promise<Result<T>> | undefined
  const earlier = await asAdmin(ports, admin, async (unit, by) => {
    const result = await first(unit, by)
    later = asAdmin(ports, admin, second, { counted: false })
    // The second command must wait for this transaction; if it did not, it would read within 300 ms.
    await Promise.race([later, setTimeout(300)])
    return result
  })
  return [earlier, await later] as const
}

eachDatabase('of two simultaneous saves of the hero’s alt text, one is refused with both texts', async (backend) => {
  const photo = { projectId: null, photoId: await attachHero(backend) }
  const save =
    (alt: string): Command<null> =>
    (unit, by) =>
      editAltText(unit, by, { ...photo, alt, baseText: 'A room' })
  const [first, second] = await runSimultaneously(backend, save('Hers'), save('His'))
  expectOk(first)
  expect(second).toMatchObject({ code: 'newer', conflict: { yours: 'His', theirs: 'Hers' } })
  expect((await showStudio(backend.ports)).hero?.alt).toBe('Hers')
})

eachDatabase(
  'of two simultaneous saves of the hero’s caption, one is refused with the newest text',
  async (backend) => {
    const photo = { projectId: null, photoId: await attachHero(backend) }
    const save =
      (text: string): Command<{ version: number }> =>
      (unit, by) =>
        editStudioCaption(unit, by, { ...photo, text, version: 1 })
    const [first, second] = await runSimultaneously(backend, save('Hers'), save('His'))
    expect(expectOk(first)).toEqual({ version: 2 })
    expect(second).toMatchObject({ code: 'newer', conflict: { yours: 'His', theirs: 'Hers', version: 2 } })
  },
)

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

eachDatabase('a link from the hero to a project does not count as a change of the project', async (backend) => {
  const { ports, admin, advance } = backend
  const photoId = await attachHero(backend)
  const id = await testProject(backend, 'Low Line')
  const before = await listForSitemap(ports)
  advance(1_000)
  const link = { photoId, shownProjectId: id }
  expectOk(await asAdmin(ports, admin, (unit, admin) => setShownProject(unit, admin, link)))
  expect(await listForSitemap(ports)).toEqual(before)
})

eachDatabase('the hero cannot link to a draft or a removed project', async (backend) => {
  const { ports, admin } = backend
  const photoId = await attachHero(backend)
  const show = (shownProjectId: string) =>
    asAdmin(ports, admin, (unit, admin) => setShownProject(unit, admin, { photoId, shownProjectId }))
  const [draft, removed] = [await testProject(backend, 'Draft'), await testProject(backend, 'Removed')]
  expectOk(await asAdmin(ports, admin, (unit, admin) => withdrawProject(unit, admin, { id: draft })))
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id: removed })))
  for (const id of [draft, removed]) expect(await show(id)).toMatchObject({ message: 'Project not found' })
})
