import { expect } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { createPhotoAudienceFinder } from '#portfolio/photo/show.ts'
import { insertProject } from '#portfolio/project/create.ts'
import { editText, publishProject } from '#portfolio/project/edit.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { addSector } from '#portfolio/sector/edit.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import { addSocialLink } from '#portfolio/social-link/edit.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import { showSiteSummary, showStudio } from '#portfolio/studio/show.ts'
import { addValue } from '#portfolio/value/edit.ts'
import { listValues } from '#portfolio/value/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { closeSite, finishPictures, keepSamplesAsDrafts, openSite, removeSamples, saveWords } from './edit.ts'
import { readSamples } from './read.ts'

type Command = Parameters<typeof asAdmin<unknown>>[2]

const run = async ({ ports, admin }: TestBackend, command: Command) => asAdmin(ports, admin, command)

const words = { designerName: 'Mara Lind', studioName: 'Lind', city: 'Leeds', email: '', phone: '' }
const versioned = (texts: Partial<typeof words> = {}, version = 0) => {
  const entry = (text: string) => ({ text, version })
  const all = { ...words, ...texts }
  return {
    designerName: entry(all.designerName),
    studioName: entry(all.studioName),
    city: entry(all.city),
    email: entry(all.email),
    phone: entry(all.phone),
  }
}

/** Creates two sample projects, and sample texts, links and values. */
async function createSamples(backend: TestBackend): Promise<void> {
  const { ports } = backend
  expectOk(
    await asOperator(ports, async (unit, admin) => {
      for (const name of ['Thrown', 'Reeded']) {
        const project = { name, details: 'Clay.', requestId: `sample:${name}`, cover: null, images: [] }
        expectOk(await insertProject(unit, admin, project))
      }
      expectOk(await editStudioText(unit, admin, { field: 'city', text: 'Manchester', version: 0 }))
      expectOk(await editStudioText(unit, admin, { field: 'biography', text: 'Once.', version: 0 }))
      expectOk(await addSocialLink(unit, admin, { href: 'https://www.instagram.com/' }))
      expectOk(await addValue(unit, admin, { title: 'Bespoke', text: 'Made.' }))
      for (const table of ['studioTexts', 'studioLinks', 'studioValues'] as const)
        await unit.tx.updateTable(table).set({ sample: 1 }).execute()
      return { ok: true, value: null }
    }),
  )
}

const samplesOf = ({ ports }: TestBackend) =>
  asOperator(ports, async (unit, admin) => ({ ok: true, value: await readSamples(unit.tx, admin) })).then(expectOk)

eachDatabase('the texts are saved together, and a sample text whose field is empty is removed', async (backend) => {
  await createSamples(backend)
  expectOk(
    await run(backend, (unit, admin) => saveWords(unit, admin, { ...versioned(), city: { text: '', version: 1 } })),
  )
  expect(await showStudio(backend.ports)).toMatchObject({ designerName: 'Mara Lind', studioName: 'Lind', city: '' })
  // Nothing is stored for a text that was empty and stays empty.
  expect((await showStudio(backend.ports)).versions.phone).toBe(0)
})

eachDatabase('a saved text is kept when the samples are removed, even if it equals the sample', async (backend) => {
  await createSamples(backend)
  const city = { text: 'Manchester', version: 1 }
  expectOk(await run(backend, (unit, admin) => saveWords(unit, admin, { ...versioned(), city })))
  expectOk(await run(backend, removeSamples))
  expect(await showStudio(backend.ports)).toMatchObject({ city: 'Manchester', biography: '', links: [] })
})

eachDatabase('if one text is invalid, none is saved, and the refusal lists each invalid one', async (backend) => {
  const refusal = await run(backend, (unit, admin) =>
    saveWords(unit, admin, versioned({ phone: 'call me', email: '@' })),
  )
  expect(refusal).toMatchObject({
    code: 'wrong-value',
    fields: { phone: expect.any(String), email: expect.any(String) },
  })
  expect(await showStudio(backend.ports)).toMatchObject({ designerName: '', studioName: '' })
})

eachDatabase('a text that a colleague saved in the meantime is shown and not replaced', async (backend) => {
  expectOk(
    await run(backend, (unit, admin) => editStudioText(unit, admin, { field: 'city', text: 'York', version: 0 })),
  )
  const refusal = await run(backend, (unit, admin) => saveWords(unit, admin, versioned()))
  expect(refusal).toMatchObject({ fields: { city: 'Someone saved “York” in the meantime. Save again to replace it.' } })
  expect(await showStudio(backend.ports)).toMatchObject({ city: 'York', designerName: '' })
})

eachDatabase('samples are removed or become drafts, unless they were changed', async (backend) => {
  const { ports } = backend
  await createSamples(backend)
  const [{ id = '' } = {}, other] = await listProjects(ports)
  expectOk(await run(backend, (unit, admin) => editText(unit, admin, { id, field: 'name', text: 'Mine', version: 1 })))
  expect(await samplesOf(backend)).toMatchObject({ texts: ['biography', 'city'], projects: ['Reeded'] })
  expectOk(await run(backend, keepSamplesAsDrafts))
  expect((await listProjects(ports)).map(({ name }) => name)).toEqual(['Mine'])
  expect((await listProjects(ports, 'admins')).map(({ name }) => name)).toEqual(['Mine', 'Reeded'])
  expect(await showStudio(ports)).toMatchObject({ city: '', biography: '', links: [] })
  expect(await listValues(ports)).toEqual([])
  expectOk(await run(backend, (unit, admin) => publishProject(unit, admin, { id: other?.id ?? '' })))
  expectOk(await run(backend, removeSamples))
  expect((await listProjects(ports, 'admins')).map(({ name }) => name)).toEqual(['Mine'])
  expectOk(await run(backend, removeSamples))
})

eachDatabase('a sample project with a fact that an admin saved is no longer a sample', async (backend) => {
  await createSamples(backend)
  const [project] = await listProjects(backend.ports)
  const fact = { projectId: project?.id ?? '', key: 'year', text: '2025', version: 0 } as const
  expectOk(await asOperator(backend.ports, (unit, admin) => editFact(unit, admin, fact)))
  expect((await samplesOf(backend)).projects).toEqual(['Thrown', 'Reeded'])
  expectOk(await run(backend, (unit, admin) => editFact(unit, admin, { ...fact, text: '2026', version: 1 })))
  expect((await samplesOf(backend)).projects).toEqual(['Reeded'])
})

eachDatabase('a sample project whose sector an admin has set stays, with the new sector', async (backend) => {
  const { ports } = backend
  await createSamples(backend)
  const [project] = await listProjects(ports)
  const sector = { projectId: project?.id ?? '', key: 'sector', text: 'Retail', version: 0 } as const
  expectOk(await asOperator(ports, (unit, admin) => editFact(unit, admin, sector)))
  expect((await samplesOf(backend)).projects).toEqual(['Thrown', 'Reeded'])
  expectOk(await run(backend, (unit, admin) => editFact(unit, admin, { ...sector, text: 'Hotels', version: 1 })))
  expect((await samplesOf(backend)).projects).toEqual(['Reeded'])
  expectOk(await run(backend, removeSamples))
  expect((await listProjects(ports, 'admins')).map(({ name }) => name)).toEqual(['Thrown'])
  expect((await listSectors(ports)).map(({ name }) => name)).toContain('Hotels')
})

eachDatabase('the sectors of removed samples are removed, unless a project has them', async (backend) => {
  const { ports } = backend
  await createSamples(backend)
  const [thrown, reeded] = await listProjects(ports)
  const own = await testProject(backend, 'Mine')
  const sectors = [
    [thrown?.id, 'Retail'],
    [reeded?.id, 'Domestic'],
    [own, 'Domestic'],
  ] as const
  for (const [projectId = '', text] of sectors)
    expectOk(
      await asOperator(ports, (unit, admin) => editFact(unit, admin, { projectId, key: 'sector', text, version: 0 })),
    )
  expectOk(await run(backend, (unit, admin) => addSector(unit, admin, { name: 'Offices' })))
  expectOk(await run(backend, removeSamples))
  expect((await listSectors(ports)).map(({ name }) => name)).toEqual(['Domestic', 'Offices'])
})

eachDatabase('a sample project to which an image was added is no longer a sample', async (backend) => {
  await createSamples(backend)
  const [project] = await listProjects(backend.ports)
  const target = { projectId: project?.id ?? '', place: 'gallery' as const, alt: '' }
  expectOk(await attachPhoto(backend.ports, backend.admin, { ...target, uploadId: await backend.upload() }))
  expect((await samplesOf(backend)).projects).toEqual(['Reeded'])
})

eachDatabase('finished screens are no longer listed, and the last one decides who sees the site', async (backend) => {
  const { ports } = backend
  await ports.db
    .insertInto('siteSetup')
    .values({ id: 1, visibility: 'unlisted', wordsLeft: 1, picturesLeft: 1, samplesLeft: 1, openingLeft: 1 })
    .execute()
  const steps: [Command, readonly string[]][] = [
    [(unit, admin) => saveWords(unit, admin, versioned()), ['pictures', 'samples', 'opening']],
    [finishPictures, ['samples', 'opening']],
    [removeSamples, ['opening']],
    [closeSite, []],
  ]
  for (const [command, left] of steps) {
    expectOk(await run(backend, command))
    expect((await showSiteSummary(ports)).remainingScreens).toEqual(left)
  }
  expect(await showSiteSummary(ports)).toMatchObject({ visibility: 'closed' })
  backend.events.length = 0
  expectOk(await run(backend, openSite))
  expect(await showSiteSummary(ports)).toMatchObject({ visibility: 'open' })
  expect(backend.events).toEqual([{ about: 'studio' }])
})

eachDatabase('while the site is closed, photos and change events of projects are for admins only', async (backend) => {
  const { ports, events } = backend
  const { projectId, imageIds } = await testGallery(backend, 1)
  const findAudience = createPhotoAudienceFinder(ports)
  const photoId = imageIds[0] ?? ''
  expect(await findAudience(photoId)).toBe('everyone')
  expectOk(await run(backend, closeSite))
  expect(await findAudience(photoId)).toBe('admins')
  events.length = 0
  const rename =
    (version: number): Command =>
    (unit, admin) =>
      editText(unit, admin, { id: projectId, field: 'name', text: `Name ${version}`, version })
  expectOk(await run(backend, rename(1)))
  expect(events.length).toBeGreaterThan(0)
  for (const event of events) expect(event).toMatchObject({ audience: 'admins' })
  expectOk(await run(backend, openSite))
  expect(await findAudience(photoId)).toBe('everyone')
  events.length = 0
  expectOk(await run(backend, rename(2)))
  expect(events.length).toBeGreaterThan(0)
  for (const event of events) expect(event).toMatchObject({ audience: 'everyone' })
})
