import { expect, test } from 'vitest'
import { readAsOperator } from '#portfolio/account/as-admin.ts'
import { queueOutdatedPhotos } from '#portfolio/derivative/derive-queue.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import { chooseCover } from '#portfolio/gallery/edit.ts'
import { hideImages } from '#portfolio/hidden-images/edit.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { setFocalPoint } from '#portfolio/photo/edit.ts'
import { withdrawProject } from '#portfolio/project/edit.ts'
import { addSector, removeSector, renameSector } from '#portfolio/sector/edit.ts'
import { eachDatabase, openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { testGallery, testPhoto } from '#tests/support/backend/project-fixtures.ts'
import { sqlitePlansOf } from '#tests/support/backend/query-plans.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { runCommand } from '#tests/support/transfer.ts'
import { sharePrivately } from './edit.ts'
import { listPrivateLinks } from './read.ts'
import { findSharedDraft, isSharedPhoto, showSharedDraft } from './show.ts'

/** A draft with two images, and the token of its private link. */
async function shareDraft(backend: TestBackend) {
  const { ports } = backend
  const { projectId, imageIds } = await testGallery(backend, 2)
  await runCommand(backend, (unit, admin) => withdrawProject(unit, admin, { id: projectId }))
  const until = ports.now().toISOString().slice(0, 10)
  await runCommand(backend, (unit, admin) => sharePrivately(unit, admin, { projectId, recipient: 'Mr Lind', until }))
  const [link] = await readAsOperator(ports, (_, admin) => listPrivateLinks(ports, admin, { projectId }))
  const [first = '', second = ''] = imageIds
  return { projectId, first, second, token: link?.token ?? '' }
}

eachDatabase('the state of a shared draft changes when its sector is renamed or removed', async (backend) => {
  const { projectId, token } = await shareDraft(backend)
  const state = async () => (await findSharedDraft(backend.ports, token))?.state
  const { id } = await runCommand(backend, (unit, admin) => addSector(unit, admin, { name: 'Retail' }))
  const fact = { projectId, key: 'sector', text: 'Retail', version: 0 } as const
  await runCommand(backend, (unit, admin) => editFact(unit, admin, fact))
  const states = [await state()]
  await runCommand(backend, (unit, admin) => renameSector(unit, admin, { id, name: 'Shops', version: 1 }))
  states.push(await state())
  await runCommand(backend, (unit, admin) => removeSector(unit, admin, { id }))
  states.push(await state())
  expect(new Set(states).size).toBe(3)
})

eachDatabase('the state of a shared draft changes when derivatives or crops are made again', async (backend) => {
  const { ports } = backend
  const { projectId, token } = await shareDraft(backend)
  const bytes = await photoFile({ width: 600, height: 400 })
  const photoId = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover', bytes })
  const view = async () => {
    const draft = await showSharedDraft(ports, token)
    return JSON.stringify([draft?.coverPhoto, draft?.images])
  }
  const state = async () => (await findSharedDraft(ports, token))?.state
  const expectViewAndStateToChange = async (derive: () => Promise<unknown>) => {
    const [formerView, formerState] = [await view(), await state()]
    await derive()
    expect(await view()).not.toBe(formerView)
    expect(await state()).not.toBe(formerState)
  }
  const deriveAll = async () => {
    while (await deriveNextPhoto(ports));
  }
  await expectViewAndStateToChange(deriveAll)
  await ports.db.updateTable('photos').set({ recipe: 'v2' }).execute()
  await expectViewAndStateToChange(async () => {
    await queueOutdatedPhotos(ports)
    await deriveAll()
  })
  for (const x of ['0.42', '0.43']) {
    await runCommand(backend, (unit, admin) => setFocalPoint(unit, admin, { projectId, photoId, x, y: '0.5' }))
    await expectViewAndStateToChange(deriveAll)
  }
})

eachDatabase('exactly the photos that the page shows are served', async (backend) => {
  const { ports, admin } = backend
  const { projectId, first, second, token } = await shareDraft(backend)
  const cover = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  /** The photos on the page. Expects that exactly these are served. */
  const served = async () => {
    const project = await showSharedDraft(ports, token)
    const shown = [project?.coverPhoto, ...(project?.images ?? [])].flatMap((photo) => photo?.originalId ?? [])
    const photos = await ports.db.selectFrom('photos').select('id').execute()
    for (const { id } of photos) expect(await isSharedPhoto(ports, token, id)).toBe(shown.includes(id))
    return new Set(shown)
  }
  expect(await served()).toEqual(new Set([cover, first, second]))
  await runCommand(backend, (unit, admin) => chooseCover(unit, admin, { projectId, photoId: second }))
  expect(await served()).toEqual(new Set([first, second]))
  await runCommand(backend, (unit, admin) => hideImages(unit, admin, { projectId, photoIds: [second] }))
  expect(await served()).toEqual(new Set([cover, first]))
  const setPhoto = (id: string, set: { made: string; formerId?: null }) =>
    ports.db.updateTable('photos').set(set).where('id', '=', id).execute()
  await setPhoto(first, { made: '480' })
  const replaces = { photoId: first, originalId: first }
  const replacement = { projectId, place: 'gallery', uploadId: await backend.upload(), replaces } as const
  const { originalId } = expectOk(await attachPhoto(ports, admin, replacement))
  expect(await served()).toEqual(new Set([cover, first]))
  await setPhoto(originalId, { made: '480', formerId: null })
  expect(await served()).toEqual(new Set([cover, originalId]))
})

test('finding out whether a photo is shared takes one query without a table scan', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const { first, token } = await shareDraft(backend)
  const plans = await sqlitePlansOf(backend.ports, (db) => isSharedPhoto({ ...backend.ports, db }, token, first))
  expect(plans.filter((step) => /privateLinks/.test(step))).toHaveLength(1)
  expect(plans.filter((step) => /SCAN/.test(step))).toEqual([])
})
