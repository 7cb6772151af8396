import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { projectLimits } from '#portfolio/project/project.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { paragraphsOf } from '#portfolio/paragraphs.ts'
import { listValues } from '#portfolio/value/show.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import { isDescribed, showStudio } from '#portfolio/studio/show.ts'
import { describeFailure } from '#server/expected-failure.ts'
import { startScheduler } from '#server/jobs/scheduler.ts'
import { eachDatabase, temporaryFolder } from '#tests/support/backend/each-database.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { deriveNothing } from '#tests/support/images/processor-stub.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { loadSamples } from './load.ts'
import { readSamplePortfolio } from './sample-portfolio.ts'

const quiet = () => {}

/** The real sample portfolio, cut down to two projects with two small photos each. */
async function smallSamples(): Promise<string> {
  const folder = await temporaryFolder()
  const { hero, ...whole } = JSON.parse(await readFile(join(import.meta.dirname, 'portfolio.json'), 'utf8'))
  const projects = ['one', 'two'].map((slug) => ({
    slug,
    name: `Project ${slug}`,
    details: `About ${slug}.\n\nMore.`,
    facts: { sector: 'Retail', materials: 'Oak\nBrass' },
    images: [
      { file: `${slug}/a.jpg`, alt: `A of ${slug}`, kind: 'render', focal: { x: 0.5, y: 0.3 } },
      { file: `${slug}/b.jpg`, alt: `B of ${slug}`, kind: 'plan' },
    ],
  }))
  await writeFile(
    join(folder, 'portfolio.json'),
    JSON.stringify({ ...whole, projects, hero: { ...hero, shows: 'two' } }),
  )
  for (const file of ['hero.jpg', 'desk.jpg', 'one/a.jpg', 'one/b.jpg', 'two/a.jpg', 'two/b.jpg']) {
    const path = join(folder, 'photos', file)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, await photoFile())
  }
  return folder
}

/** Loads the samples while the background jobs run, as at startup, and waits until all photos are derived. */
async function load({ ports }: TestBackend, folder: string, change: Partial<Ports> = {}): Promise<void> {
  const loading = { ...ports, images: { ...ports.images, derive: deriveNothing } }
  const scheduler = await startScheduler(loading)
  try {
    await loadSamples({ ...loading, wake: scheduler.wake, ...change }, folder, quiet)
    await scheduler.idle()
  } finally {
    await scheduler.stop()
  }
}

async function originalsIn({ folder }: TestBackend): Promise<string[]> {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'files/').length))
    .sort()
}

const keysOf = async ({ ports }: TestBackend) =>
  (await ports.db.selectFrom('photos').select('storageKey').where('deletedAt', 'is', null).execute())
    .map((row) => row.storageKey)
    .sort()

eachDatabase(
  'an empty portfolio gets projects in order, covers, galleries, alt texts and the studio with its photos',
  async (backend) => {
    const { ports } = backend
    await load(backend, await smallSamples())
    const projects = await listProjects(ports)
    expect(projects.map(({ name, position }) => [name, position])).toEqual([
      ['Project one', 1],
      ['Project two', 2],
    ])
    expect(projects.map((project) => project.coverPhoto)).toMatchObject([
      { alt: 'A of one', ready: true },
      { alt: 'A of two', ready: true },
    ])
    const one = await showProject(ports, projects[0]?.id ?? '')
    expect(one?.images.map(({ alt, kind }) => [alt, kind])).toEqual([
      ['A of one', 'render'],
      ['B of one', 'plan'],
    ])
    expect(one?.images.map(({ focalX, focalY }) => [focalX, focalY])).toEqual([
      [0.5, 0.3],
      [0.5, 0.5],
    ])
    // If the cover is the first image, the page shows it only once.
    expect(one?.images[0]?.id).toBe(one?.coverPhoto?.id)
    expect(one?.facts.map(({ name, lines }) => [name, lines.map(({ text }) => text)])).toEqual([
      ['sector', ['Retail']],
      ['materials', ['Oak', 'Brass']],
    ])
    expect((await listSectors(ports)).map(({ name }) => name)).toEqual(['Retail'])
    const studio = await showStudio(ports)
    expect(studio).toMatchObject({
      designerName: 'Studio Enfilade',
      studioName: 'Studio Enfilade',
      links: [{ label: 'Instagram' }],
      city: 'Manchester',
      hero: { ready: true, shownProject: { name: 'Project two' } },
      portrait: { ready: true },
    })
    expect(studio.hero?.focalX).toBe(0.42)
    expect(paragraphsOf(studio.biography)).toHaveLength(5)
    expect((await listValues(ports)).map(({ drawing }) => drawing)).toEqual(['bespoke', 'room', 'materials'])
    expect(await originalsIn(backend)).toEqual(await keysOf(backend))
  },
)

eachDatabase('a second load changes nothing', async (backend) => {
  const folder = await smallSamples()
  await load(backend, folder)
  const before = [await listProjects(backend.ports), await originalsIn(backend)]
  backend.events.length = 0
  await load(backend, folder)
  expect([await listProjects(backend.ports), await originalsIn(backend)]).toEqual(before)
  expect(backend.events).toEqual([])
})

eachDatabase('the sample portfolio is not read once the studio has texts', async (backend) => {
  await load(backend, await smallSamples())
  expect(await loadSamples(backend.ports, 'no-such-folder', quiet)).toBe(false)
})

eachDatabase('an interrupted load is continued, and no photo appears twice', async (backend) => {
  const folder = await smallSamples()
  for (const steps of [1, 3, 3]) {
    let stored = 0
    const store: Ports['files']['store'] = (path, keys) => {
      stored += 1
      return stored > steps
        ? Promise.reject(new FileStoreFailed(new Error('cut off')))
        : backend.ports.files.store(path, keys)
    }
    await expect(load(backend, folder, { files: { ...backend.ports.files, store } })).rejects.toThrow(
      'could not be loaded',
    )
    expect(await isDescribed(backend.ports)).toBe(false)
  }
  await load(backend, folder)
  expect((await listProjects(backend.ports)).map((project) => project.name)).toEqual(['Project one', 'Project two'])
  expect(await keysOf(backend)).toHaveLength(6)
})

eachDatabase('samples that do not fit on the disk are reported to the operator in one sentence', async (backend) => {
  const store = () => Promise.reject(new FileStoreFailed(new Error('no space'), true))
  const failure = await load(backend, await smallSamples(), { files: { ...backend.ports.files, store } }).catch(
    (error: unknown) => error,
  )
  expect(describeFailure(failure)).toBe(
    'The samples could not be loaded: The storage is full. The picture was not added.',
  )
})

eachDatabase('a portfolio with projects of its own is not changed', async (backend) => {
  await testProject(backend, 'My own')
  await load(backend, await smallSamples())
  expect((await listProjects(backend.ports)).map((project) => project.name)).toEqual(['My own'])
  expect(await isDescribed(backend.ports)).toBe(false)
})

eachDatabase('removed samples are not loaded again', async (backend) => {
  const folder = await smallSamples()
  await load(backend, folder)
  for (const { id } of await listProjects(backend.ports)) {
    expectOk(await asOperator(backend.ports, (unit, admin) => removeProject(unit, admin, { id })))
  }
  await load(backend, folder)
  expect(await listProjects(backend.ports)).toEqual([])
})

test('every sample photo is used and has an alt text; each project has facts, renders and, as its last image, a plan', async () => {
  const { hero, portrait, projects } = await readSamplePortfolio(import.meta.dirname)
  const images = projects.flatMap((project) => project.images)
  const used = [hero, portrait, ...images]
  const existing = (await readdir(join(import.meta.dirname, 'photos'), { recursive: true })).filter((name) =>
    name.endsWith('.jpg'),
  )
  expect(used.map(({ file }) => file).toSorted()).toEqual(existing.toSorted())
  for (const { alt } of used) expect(alt).toMatch(/^.{10,300}$/u)
  expect(projects).toHaveLength(6)
  for (const { name, details, facts, images } of projects) {
    expect(name.length).toBeLessThanOrEqual(projectLimits.name)
    expect(details.split('\n\n')).toHaveLength(2)
    expect(Object.keys(facts)).toEqual(['sector', 'area', 'scope', 'materials'])
    expect(images.map(({ kind }) => kind)).toEqual([...images.slice(1).map(() => 'render'), 'plan'])
  }
})
