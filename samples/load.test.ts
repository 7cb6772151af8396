import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { paragraphsOf } from '#portfolio/paragraphs.ts'
import { listValues } from '#portfolio/value/show.ts'
import { isDescribed, showStudio } from '#portfolio/studio/show.ts'
import { startScheduler } from '#server/jobs/scheduler.ts'
import { eachDatabase, temporaryFolder } from '#tests/support/each-database.ts'
import { testProject } from '#tests/support/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/test-backend.ts'
import { deriveNothing } from '#tests/support/images/processor-stub.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { loadSamples } from './load.ts'

const quiet = () => {}

/** The real sample portfolio, cut down to two projects with two small photos each. */
async function smallSamples(): Promise<string> {
  const folder = await temporaryFolder()
  const whole = JSON.parse(await readFile(join(import.meta.dirname, 'portfolio.json'), 'utf8'))
  const projects = ['one', 'two'].map((slug) => ({
    slug,
    name: `Project ${slug}`,
    details: `About ${slug}.\n\nMore.`,
    cover: `${slug}/a.jpg`,
    images: [
      { file: `${slug}/a.jpg`, alt: `A of ${slug}` },
      { file: `${slug}/b.jpg`, alt: `B of ${slug}` },
    ],
  }))
  await writeFile(join(folder, 'portfolio.json'), JSON.stringify({ ...whole, projects }))
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
    expect((await showProject(ports, projects[0]?.id ?? ''))?.images.map((image) => image.alt)).toEqual([
      'A of one',
      'B of one',
    ])
    const studio = await showStudio(ports)
    expect(studio).toMatchObject({
      designerName: 'Studio Enfilade',
      studioName: 'Studio Enfilade',
      links: [{ label: 'Instagram' }],
      city: 'Manchester',
      hero: { ready: true },
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

eachDatabase('an interrupted load is continued: no photo is attached twice', async (backend) => {
  const folder = await smallSamples()
  for (const steps of [1, 3, 4, 6]) {
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
  expect(await keysOf(backend)).toHaveLength(8)
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

test('every photo that the sample portfolio names exists and has an alt text', async () => {
  const photo = z.object({ file: z.string(), alt: z.string().min(10).max(300) })
  const sample = z
    .object({
      hero: photo,
      portrait: photo,
      projects: z
        .array(
          z.object({
            name: z.string().max(120),
            details: z.string().max(10_000),
            cover: z.string(),
            images: z.array(photo),
          }),
        )
        .min(3),
    })
    .parse(JSON.parse(await readFile(join(import.meta.dirname, 'portfolio.json'), 'utf8')))
  const named = [sample.hero, sample.portrait, ...sample.projects.flatMap((project) => project.images)].map(
    (one) => one.file,
  )
  const existing = (await readdir(join(import.meta.dirname, 'photos'), { recursive: true })).filter((name) =>
    name.endsWith('.jpg'),
  )
  expect(existing.toSorted()).toEqual([...new Set(named)].sort())
  for (const { cover, images } of sample.projects) expect(images.map((image) => image.file)).toContain(cover)
})
