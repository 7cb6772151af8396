import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import { chooseCover, moveImages, removeImages, setImageLayout } from '#portfolio/gallery/edit.ts'
import { setImageDetails } from '#portfolio/image-details/edit.ts'
import { editAltText } from '#portfolio/photo/edit.ts'
import { sha256Of } from '#portfolio/photo/examine.ts'
import { editText, removeProject, setProjectPosition, withdrawProject } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { refused } from '#portfolio/result.ts'
import { addSector } from '#portfolio/sector/edit.ts'
import { closeSite, finishPictures } from '#portfolio/setup/edit.ts'
import { hashContent } from '#portfolio/setup/content-hash.ts'
import { readSamples } from '#portfolio/setup/read.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { eachDatabase, temporaryFolder } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { filesIn } from '#tests/support/backend/project-fixtures.ts'
import { loadTestProjects } from '#tests/support/site-data/load-test-projects.ts'
import { readTestProjects } from '#tests/support/site-data/test-projects.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { loadSamples } from './load.ts'
import { formerSamplesHash, renewSamples } from './renew.ts'
import { readSamplePortfolio } from './sample-portfolio.ts'

type Command = Parameters<typeof asAdmin<unknown>>[2]

/** Two projects of two pictures; in the new samples, the first one has another cover, facts and a third picture. */
async function samplesIn(state: 'former' | 'new'): Promise<string> {
  const folder = await temporaryFolder()
  const { hero, ...whole } = await readSamplePortfolio(import.meta.dirname)
  const kind = state === 'former' ? 'photograph' : 'render'
  const image = (file: string) => ({ file, alt: `The alt text of ${file}`, kind })
  const isNew = state === 'new'
  const projects = ['one', 'two'].map((slug) => ({
    slug,
    name: `Project ${slug}`,
    details: isNew ? 'New.' : 'Former.',
    facts: isNew ? { sector: 'Retail' } : {},
    images: [...(isNew && slug === 'one' ? ['dusk'] : []), 'a', 'b'].map((name) => image(`${slug}/${name}.jpg`)),
  }))
  await writeFile(
    join(folder, 'portfolio.json'),
    JSON.stringify({ ...whole, projects, hero: { ...hero, shows: isNew ? 'two' : 'none' } }),
  )
  const widths = {
    'hero.jpg': 91,
    'desk.jpg': 92,
    'one/a.jpg': 93,
    'one/b.jpg': 94,
    'one/dusk.jpg': 95,
    'two/a.jpg': 96,
  }
  for (const [file, width] of Object.entries({ ...widths, 'two/b.jpg': isNew ? 98 : 97 }))
    await writePhoto(join(folder, 'photos'), file, width)
  return folder
}

/** A portfolio that equals the former samples, and a function that renews it. */
async function open(backend: TestBackend) {
  const { ports } = backend
  await loadSamples(ports, await samplesIn('former'), () => {})
  const formerHash = (await hashContent(ports.db)) ?? ''
  const folder = await samplesIn('new')
  const [one = { id: '' }, two = { id: '' }] = await listProjects(ports)
  return {
    ids: [one.id, two.id] as const,
    formerHash,
    imagesOf: async (id: string) => (await showProject(ports, id))?.images ?? [],
    renew: (change: Partial<Ports> = {}) => renewSamples({ ...ports, ...change }, folder, formerHash),
  }
}

eachDatabase(
  'unchanged former samples get the new texts, facts and pictures; addresses and ids stay',
  async (backend) => {
    const { ports } = backend
    const { ids, imagesOf, renew } = await open(backend)
    const former = await imagesOf(ids[0])
    expect(await renew()).toBe(true)
    const one = await showProject(ports, ids[0])
    expect(one).toMatchObject({ slug: 'project-one', details: 'New.', facts: [{ lines: [{ text: 'Retail' }] }] })
    expect(one?.images.map(({ alt, kind }) => [alt, kind])).toEqual(
      ['dusk', 'a', 'b'].map((name) => [`The alt text of one/${name}.jpg`, 'render']),
    )
    expect(one?.coverPhoto?.id).toBe(one?.images[0]?.id)
    // The pictures that stay are not derived again.
    expect(one?.images.slice(1).map(({ id }) => id)).toEqual(former.map(({ id }) => id))
    // A picture that the new samples lack is kept like a replaced one: outside the bin, until it expires.
    const removed = await ports.db.selectFrom('photos').selectAll().where('deletedAt', 'is not', null).execute()
    expect(removed).toMatchObject([{ projectId: ids[1], width: 97, removalId: null }])
    expect(await filesIn(backend)).toContain(removed[0]?.storageKey)
    expect((await showStudio(ports)).hero?.shownProject).toMatchObject({ id: ids[1] })
    // They are still samples: the setup removes them.
    const left = expectOk(
      await asOperator(ports, async (unit, admin) => ({ ok: true, value: await readSamples(unit.tx, admin) })),
    )
    expect(left.projects).toEqual(['Project one', 'Project two'])
  },
)

eachDatabase('samples are renewed once', async (backend) => {
  const { renew } = await open(backend)
  expect(await renew()).toBe(true)
  backend.events.length = 0
  const files = await filesIn(backend)
  expect(await renew()).toBe(false)
  expect(await filesIn(backend)).toEqual(files)
  expect(backend.events).toEqual([])
})

eachDatabase('a portfolio that was changed in any way is not renewed', async (backend) => {
  const { ports, admin } = backend
  const { ids, formerHash, imagesOf, renew } = await open(backend)
  const [projectId] = ids
  const [first, second] = await imagesOf(projectId)
  const [photoId, other] = [first?.id ?? '', second?.id ?? '']
  const changes: Record<string, Command> = {
    'a name': (unit, admin) => editText(unit, admin, { id: projectId, field: 'name', text: 'Mine', version: 1 }),
    'the order of projects': (unit, admin) => setProjectPosition(unit, admin, { id: projectId, position: '9' }),
    'the order of images': (unit, admin) => moveImages(unit, admin, { projectId, photoIds: [other], position: '1' }),
    'an alt text': (unit, admin) =>
      editAltText(unit, admin, { projectId, photoId, alt: 'Mine', baseText: first?.alt ?? '' }),
    'a kind': (unit, admin) =>
      setImageDetails(unit, admin, { projectId, photoIds: [photoId], kind: 'drawing', credit: null, baseCredits: [] }),
    'a layout': (unit, admin) => setImageLayout(unit, admin, { projectId, photoId, layout: 'full' }),
    'a cover': (unit, admin) => chooseCover(unit, admin, { projectId, photoId: other }),
    'a draft': (unit, admin) => withdrawProject(unit, admin, { id: projectId }),
    'a removed image': (unit, admin) => removeImages(unit, admin, { projectId, photoIds: [photoId] }),
    'a removed project': (unit, admin) => removeProject(unit, admin, { id: projectId }),
    'a fact': (unit, admin) => editFact(unit, admin, { projectId, key: 'place', text: 'Leeds', version: 0 }),
    'a text of the studio': (unit, admin) => editStudioText(unit, admin, { field: 'city', text: 'Leeds', version: 1 }),
    'a sector': (unit, admin) => addSector(unit, admin, { name: 'Homes' }),
    'a closed site': closeSite,
  }
  for (const [title, command] of Object.entries(changes)) {
    const found: (string | null)[] = []
    // Tries each change separately: the refusal undoes it.
    await asAdmin(ports, admin, async (unit, permission) => {
      expectOk(await command(unit, permission))
      found.push(await hashContent(unit.tx))
      return refused('unknown', 'undone')
    })
    expect(found, title).toHaveLength(1)
    expect(found, title).not.toContain(formerHash)
  }
  expect(await hashContent(ports.db)).toBe(formerHash)
  expectOk(await asOperator(ports, (unit, admin) => removeProject(unit, admin, { id: projectId })))
  const files = await filesIn(backend)
  expect(await renew()).toBe(false)
  expect(await filesIn(backend)).toEqual(files)
  expect((await listProjects(ports)).map(({ name }) => name)).toEqual(['Project two'])
})

eachDatabase('a site whose owner has finished a screen of the setup is not renewed', async ({ ports, ...backend }) => {
  const { formerHash, renew } = await open({ ports, ...backend })
  const claimed = { claimUsedAt: ports.now().toISOString(), wordsLeft: 1, picturesLeft: 1, samplesLeft: 1 } as const
  await ports.db
    .insertInto('siteSetup')
    .values({ id: 1, ...claimed, openingLeft: 1, visibility: 'unlisted' })
    .execute()
  expect(await hashContent(ports.db)).toBe(formerHash)
  expectOk(await asOperator(ports, finishPictures))
  expect(await hashContent(ports.db)).toBeNull()
  expect(await renew()).toBe(false)
})

eachDatabase(
  'samples that an update did not mark, because the site already had an admin, are not renewed',
  async (backend) => {
    const { renew } = await open(backend)
    for (const table of ['studioTexts', 'studioLinks', 'studioValues'] as const)
      await backend.ports.db.updateTable(table).set({ sample: 0 }).execute()
    const files = await filesIn(backend)
    expect(await renew()).toBe(false)
    expect(await filesIn(backend)).toEqual(files)
  },
)

eachDatabase(
  'a renewal that is interrupted, or overtaken by a change, leaves everything as it was',
  async (backend) => {
    const { ports } = backend
    const { ids, renew } = await open(backend)
    const files = await filesIn(backend)
    const details = async () => (await showProject(ports, ids[0]))?.details
    const storingAfter = (step: () => Promise<unknown>): Partial<Ports> => ({
      files: {
        ...ports.files,
        store: async (path, keys) => {
          await step()
          return ports.files.store(path, keys)
        },
      },
    })
    expect(await renew(storingAfter(() => Promise.reject(new FileStoreFailed(new Error('cut off')))))).toBe(false)
    expect([await details(), await filesIn(backend)]).toEqual(['Former.', files])
    const position = (to: string) =>
      asOperator(ports, (unit, admin) => setProjectPosition(unit, admin, { id: ids[1], position: to }))
    expect(await renew(storingAfter(() => position('7')))).toBe(false)
    expect([await details(), await filesIn(backend)]).toEqual(['Former.', files])
  },
)

/** The former hashes of the pictures that have changed since. */
const formerHashes = new Map([
  ['apothecary/01-counter.jpg', '4fc13de384866f913f98eb2a20a310eee1f366c128ecf4b06ba81a0da75f6cd6'],
  ['apothecary/02-oblique.jpg', '85e630fd953aa21e695b633df6e7c470fefd1dff29a9cf677803ac936119c074'],
  ['apothecary/03-fluted-glass.jpg', 'b572db24d70f14e71882055f40884e9d28fa89277eb404739a9408b127192ea9'],
  ['bookshop-cafe/01-room.jpg', '05fa6d9d1fcd1e03d5a29c9c961f86aa9cff0685d1dc24db029388949e49ef14'],
  ['loft-living-room/02-bench.jpg', 'ffd50632d5707a0086cdbbfbffe5ca0e7d6e7bf03d9b3dde9b5abf8050b291a8'],
  ['loft-living-room/03-curtains.jpg', '14bc073353c22b7e57ed50bfb575f7a628d21a822ae181a5c2bca12d1dae57a6'],
])
const ceilings = ['3.35', '3.15', '3.55', '3.25', '2.78', '3.35']

eachDatabase('the samples of 0.1.0 are recognised', async ({ ports }) => {
  const { hero, portrait, projects } = await readSamplePortfolio(import.meta.dirname)
  const former = (await readTestProjects()).map((project, index) => {
    const { sector = '', area, scope = '', materials = '' } = projects[index]?.facts ?? {}
    const [first = '', ...others] = scope.split('\n')
    const scopes = [first, ...others.map((one) => one.toLowerCase())].join(', ')
    const facts = `${sector.replace(' and ', ', ')}. ${scopes}. ${area}, ${ceilings[index]} m to the ceiling.`
    const list = `Materials: ${materials.toLowerCase().split('\n').join(', ')}.`
    return { ...project, details: [project.details, facts, list].join('\n\n') }
  })
  const images = [hero, portrait, ...former.flatMap((project) => project.images)]
  const small = await temporaryFolder()
  for (const { file } of images) await writePhoto(small, file)
  await loadTestProjects(ports, former, await temporaryFolder(), small)
  for (const { file, alt } of images) {
    const sha256 = formerHashes.get(file) ?? (await sha256Of(join(import.meta.dirname, 'photos', file)))
    await ports.db.updateTable('photos').set({ sha256 }).where('alt', '=', alt).execute()
  }
  // 0.1.0 did not record which project the hero shows.
  await ports.db.updateTable('photos').set({ shownProjectId: null }).execute()
  expect(await hashContent(ports.db)).toBe(formerSamplesHash)
})

async function writePhoto(folder: string, file: string, width?: number): Promise<void> {
  const path = join(folder, file)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, await photoFile({ ...(width && { width }) }))
}
