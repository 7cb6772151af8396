import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { findPathOwner } from '#app/path-owner.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import type { FactKey } from '#portfolio/fact/fact.ts'
import { chooseCover, setImageLayout } from '#portfolio/gallery/edit.ts'
import { hideImages } from '#portfolio/hidden-images/edit.ts'
import { setImageDetails } from '#portfolio/image-details/edit.ts'
import { addOldAddress } from '#portfolio/old-address/edit.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import {
  editAltText,
  editStudioCaption,
  editCredit,
  editImageCaption,
  setFocalPoint,
  setShownProject,
} from '#portfolio/photo/edit.ts'
import { editSlug } from '#portfolio/project-address/edit.ts'
import { editText, publishProject, setProjectPosition } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { schedulePublication } from '#portfolio/schedule/edit.ts'
import { findNextPublication } from '#portfolio/schedule/publish.ts'
import { addSector } from '#portfolio/sector/edit.ts'
import { addSocialLink } from '#portfolio/social-link/edit.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import { addValue, setValueDrawing } from '#portfolio/value/edit.ts'
import { eachDatabase, openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { exportFrom, folderWith, readFilesBelow, runCommand, runImport } from '#tests/support/transfer.ts'

const samples = join(import.meta.dirname, '../samples/photos')

const facts: Partial<Record<FactKey, string>> = {
  year: '2025',
  place: 'Ancoats',
  area: '185 m²',
  credits: 'Photography: Ada\nJoinery: Bert',
  'press-2-title': 'An award',
  'press-2-date': '2026-03',
  testimonial: 'It works.',
  testimonialAuthor: 'The client',
}

/** Creates three projects, and gives most fields of Thrown and of the studio a value. */
async function fillPortfolio(backend: TestBackend): Promise<void> {
  const { ports, admin, upload } = backend
  const folder = await folderWith({ 'Thrown/notes.txt': 'A shop.\r\n\r\nMore.', 'Reeded/a.jpg': 90, 'Loft/b.jpg': 91 })
  for (const [index, name] of (await readdir(join(samples, 'ceramics-shop'))).slice(0, 3).entries())
    await copyFile(join(samples, 'ceramics-shop', name), join(folder, 'Thrown', `${index + 9}. kiln.jpg`))
  expect((await runImport(backend, folder)).problems).toEqual([])
  const [loft, reeded, thrown] = (await listProjects(ports, 'admins')).map(({ id }) => id)
  const id = thrown ?? ''
  expectOk(await attachPhoto(ports, admin, { projectId: id, place: 'cover', uploadId: await upload() }))
  expectOk(
    await attachPhoto(ports, admin, {
      projectId: id,
      place: 'gallery',
      uploadId: await upload(undefined, '9. kiln.jpg'),
    }),
  )
  const [first, second, third] = (await showProject(ports, id, 'admins'))?.images.map((image) => image.id) ?? []
  const photo = { projectId: id, photoId: first ?? '', baseText: '' }
  await runCommand(backend, (unit, admin) => editAltText(unit, admin, { ...photo, alt: 'A kiln' }))
  await runCommand(backend, (unit, admin) => editImageCaption(unit, admin, { ...photo, caption: 'The kiln, “lit”' }))
  await runCommand(backend, (unit, admin) => editCredit(unit, admin, { ...photo, credit: 'Ada' }))
  await runCommand(backend, (unit, admin) =>
    setImageDetails(unit, admin, {
      projectId: id,
      photoIds: [first ?? ''],
      kind: 'render',
      credit: null,
      baseCredits: [],
    }),
  )
  await runCommand(backend, (unit, admin) => setFocalPoint(unit, admin, { ...photo, x: '0.123456', y: '1' }))
  await runCommand(backend, (unit, admin) => chooseCover(unit, admin, { projectId: id, photoId: second ?? '' }))
  await runCommand(backend, (unit, admin) =>
    hideImages(unit, admin, { projectId: id, photoIds: [second ?? '', third ?? ''] }),
  )
  const layout = { projectId: id, photoId: first ?? '', layout: 'compare' }
  await runCommand(backend, (unit, admin) => setImageLayout(unit, admin, layout))
  const sector = await runCommand(backend, (unit, admin) => addSector(unit, admin, { name: 'Retail' }))
  for (const [key, text] of Object.entries({ ...facts, sector: sector.id }))
    await runCommand(backend, (unit, admin) =>
      editFact(unit, admin, { projectId: id, key: key as FactKey, text, version: 0 }),
    )
  await runCommand(backend, (unit, admin) => editSlug(unit, admin, { id, slug: 'reeded-shop', baseSlug: 'thrown' }))
  await runCommand(backend, (unit, admin) =>
    editSlug(unit, admin, { id: reeded ?? '', slug: 'thrown', baseSlug: 'reeded' }),
  )
  await runCommand(backend, (unit, admin) =>
    editText(unit, admin, { id, field: 'name', text: 'Thrown Ceramics', version: 1 }),
  )
  for (const project of [loft ?? '', id])
    await runCommand(backend, (unit, admin) => setProjectPosition(unit, admin, { id: project, position: '7' }))
  await runCommand(backend, (unit, admin) => publishProject(unit, admin, { id }))
  const schedule = { id: loft ?? '', localTime: '2030-01-01T09:00', basePublishAt: '' }
  await runCommand(backend, (unit, admin) => schedulePublication(unit, admin, schedule))
  await addOldAddresses(backend, id, loft ?? '')
  await fillStudio(backend, id)
}

async function addOldAddresses(backend: TestBackend, publicId: string, draftId: string): Promise<void> {
  const oldAddresses = {
    '/caf%E9.html': 'about',
    '/50%2525.php?a=b c': 'work',
    '/über uns%20': publicId,
    '/b.html': draftId,
  }
  for (const [path, target] of Object.entries(oldAddresses))
    await runCommand(backend, (unit, admin) => addOldAddress(unit, admin, { path, target, findOwner: findPathOwner }))
}

async function fillStudio(backend: TestBackend, shownProjectId: string): Promise<void> {
  const { ports, admin, upload } = backend
  for (const [field, text] of [
    ['city', 'Manchester'],
    ['biography', 'One.\n\nTwo.'],
  ] as const)
    await runCommand(backend, (unit, admin) => editStudioText(unit, admin, { field, text, version: 0 }))
  await runCommand(backend, (unit, admin) => addSector(unit, admin, { name: 'Élan' }))
  await runCommand(backend, (unit, admin) => addSocialLink(unit, admin, { href: 'https://www.instagram.com/studio' }))
  await runCommand(backend, (unit, admin) => addValue(unit, admin, { title: 'Light', text: 'First.' }))
  const { id: valueId } = await runCommand(backend, (unit, admin) => addValue(unit, admin))
  await runCommand(backend, (unit, admin) => setValueDrawing(unit, admin, { id: valueId, drawing: '' }))
  const square = await photoFile({ width: 600, height: 600, as: 'png' })
  const attach = async (place: 'hero' | 'value' | 'logo', bytes?: Uint8Array) => {
    const input = {
      projectId: null,
      place,
      uploadId: await upload(bytes, `same.jpg`),
      ...(place === 'value' && { valueId }),
    }
    return expectOk(await attachPhoto(ports, admin, input)).id
  }
  const photoId = await attach('hero')
  await attach('value')
  await attach('logo', square)
  await runCommand(backend, (unit, admin) => setShownProject(unit, admin, { photoId, shownProjectId }))
  await runCommand(backend, (unit, admin) =>
    editStudioCaption(unit, admin, { projectId: null, photoId, text: 'The hall', version: 1 }),
  )
}

eachDatabase('an export that is imported into an empty site is exported again byte for byte', async (backend) => {
  await fillPortfolio(backend)
  expect(await findNextPublication(backend.ports)).not.toBeNull()
  const first = await exportFrom(backend)
  expect(first.problems).toEqual([])
  const files = await readFilesBelow(first.into)
  expect(JSON.parse(await readFile(join(first.into, 'studio/studio.json'), 'utf8'))).toMatchObject({
    version: 2,
    oldAddresses: [
      { path: '/%C3%BCber%20uns%20', project: 'reeded-shop' },
      { path: '/50%2525.php?a=b%20c', page: 'work' },
      { path: '/b.html', project: 'loft' },
      { path: '/caf%25e9.html', page: 'about' },
    ],
  })
  expect([...files.keys()]).toEqual([
    '001-thrown/01-a.jpg',
    '001-thrown/project.json',
    '002-loft/01-b.jpg',
    '002-loft/project.json',
    '003-reeded-shop/01-9. kiln.jpg',
    '003-reeded-shop/02-10. kiln.jpg',
    '003-reeded-shop/03-11. kiln.jpg',
    '003-reeded-shop/04-9. kiln-2.jpg',
    '003-reeded-shop/cover-photo.jpg',
    '003-reeded-shop/project.json',
    'studio/hero-same.jpg',
    'studio/logo-same.png',
    'studio/studio.json',
    'studio/value2-same-2.jpg',
  ])
  const other = await openDatabaseBackend(backend.kind)
  const imported = await runImport(other, first.into)
  expect(imported).toMatchObject({ imported: 3, existed: 0, problems: [] })
  const second = await exportFrom(other)
  expect(await readFilesBelow(second.into)).toEqual(files)
  // An import schedules no publication.
  expect(await findNextPublication(other.ports)).toBeNull()
  expect(await showProject(other.ports, 'reeded-shop')).toBeNull()
  expect(await listProjects(other.ports)).toMatchObject([{ slug: 'reeded-shop', name: 'Thrown Ceramics', position: 7 }])
  const again = await runImport(other, first.into)
  expect(again).toMatchObject({ imported: 0, existed: 3, problems: [], messages: [] })
  expect(await readFilesBelow((await exportFrom(other)).into)).toEqual(files)
})

eachDatabase('the texts and values that a studio has are kept, and samples are replaced', async (backend) => {
  await fillPortfolio(backend)
  const { into } = await exportFrom(backend)
  const other = await openDatabaseBackend(backend.kind)
  await runCommand(other, (unit, admin) => editStudioText(unit, admin, { field: 'city', text: 'York', version: 0 }))
  await runCommand(other, (unit, admin) =>
    editStudioText(unit, admin, { field: 'biography', text: 'A sample.', version: 0 }),
  )
  await runCommand(other, (unit, admin) => addValue(unit, admin, { title: 'Mine', text: 'Mine.' }))
  await other.ports.db.updateTable('studioTexts').set({ sample: 1 }).where('key', '=', 'biography').execute()
  expect((await runImport(other, into)).problems).toEqual([
    'studio/city: This site has another text, which was kept.',
    'studio/values: This site has other values, which were kept.',
  ])
  const exported = JSON.parse(await readFile(join((await exportFrom(other)).into, 'studio/studio.json'), 'utf8'))
  expect(exported.texts).toEqual({ city: 'York', biography: 'One.\n\nTwo.' })
})
