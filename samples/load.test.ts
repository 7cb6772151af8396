import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FilesFailed, type Parts } from '#portfolio/parts.ts'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { deleteProject } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { isDescribed, showStudio } from '#portfolio/studio/show.ts'
import { startClock } from '#server/clock/clock.ts'
import { eachDatabase, temporaryFolder } from '#testing/each-database.ts'
import { hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { deriveNothing } from '#testing/pictures.ts'
import { photograph } from '#testing/photographs.ts'
import { loadSamples } from './load.ts'

const quiet = () => {}

/** The real sample portfolio, cut down to two projects with two small pictures each. */
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
    await writeFile(path, await photograph())
  }
  return folder
}

/** Loads as the start of the site does: with a clock that makes what is hung. */
async function load({ parts }: House, folder: string, change: Partial<Parts> = {}): Promise<void> {
  const made = { ...parts, pictures: { ...parts.pictures, derive: deriveNothing } }
  const clock = await startClock(made)
  try {
    await loadSamples({ ...made, wake: clock.wake, ...change }, folder, quiet)
  } finally {
    await clock.stop()
  }
}

async function originalsIn({ folder }: House): Promise<string[]> {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'files/').length))
    .sort()
}

const keysOf = async ({ parts }: House) =>
  (await parts.db.selectFrom('photos').select('storageKey').where('deletedAt', 'is', null).execute())
    .map((row) => row.storageKey)
    .sort()

eachDatabase(
  'an empty portfolio is filled: projects in order, covers, galleries, alt texts, the studio and its pictures',
  async (house) => {
    const { parts } = house
    await load(house, await smallSamples())
    const projects = await listProjects(parts)
    expect(projects.map(({ name, position }) => [name, position])).toEqual([
      ['Project one', 1],
      ['Project two', 2],
    ])
    expect(projects.map((project) => project.coverPhoto)).toMatchObject([
      { alt: 'A of one', ready: true },
      { alt: 'A of two', ready: true },
    ])
    expect((await showProject(parts, projects[0]?.id ?? ''))?.images.map((image) => image.alt)).toEqual([
      'A of one',
      'B of one',
    ])
    const studio = await showStudio(parts)
    expect(studio).toMatchObject({
      name: 'Studio Enfilade',
      city: 'Manchester',
      hero: { ready: true },
      portrait: { ready: true },
    })
    expect(studio.hero?.focalX).toBe(0.42)
    expect(studio.biography).toHaveLength(5)
    expect(studio.values).toHaveLength(3)
    expect(await originalsIn(house)).toEqual(await keysOf(house))
  },
)

eachDatabase('loaded again, nothing changes', async (house) => {
  const folder = await smallSamples()
  await load(house, folder)
  const before = [await listProjects(house.parts), await originalsIn(house)]
  house.heard.length = 0
  await load(house, folder)
  expect([await listProjects(house.parts), await originalsIn(house)]).toEqual(before)
  expect(house.heard).toEqual([])
})

eachDatabase('broken off anywhere, it goes on where it was: nothing hangs twice', async (house) => {
  const folder = await smallSamples()
  for (const steps of [1, 3, 4, 6]) {
    let kept = 0
    const keep: Parts['files']['keep'] = (path, keys) => {
      kept += 1
      return kept > steps ? Promise.reject(new FilesFailed(new Error('cut off'))) : house.parts.files.keep(path, keys)
    }
    await expect(load(house, folder, { files: { ...house.parts.files, keep } })).rejects.toThrow('could not be loaded')
    expect(await isDescribed(house.parts)).toBe(false)
  }
  await load(house, folder)
  expect((await listProjects(house.parts)).map((project) => project.name)).toEqual(['Project one', 'Project two'])
  expect(await keysOf(house)).toHaveLength(8)
})

eachDatabase('somebody’s own portfolio is not touched', async (house) => {
  await hungProject(house, 'My own')
  await load(house, await smallSamples())
  expect((await listProjects(house.parts)).map((project) => project.name)).toEqual(['My own'])
  expect(await isDescribed(house.parts)).toBe(false)
})

eachDatabase('samples that were deleted do not come back', async (house) => {
  const folder = await smallSamples()
  await load(house, folder)
  for (const { id } of await listProjects(house.parts)) {
    expectDone(await changeAtTheMachine(house.parts, (unit, admin) => deleteProject(unit, admin, { id })))
  }
  await load(house, folder)
  expect(await listProjects(house.parts)).toEqual([])
})

test('the sample portfolio is complete: every picture it names is there, each with an alt text', async () => {
  const picture = z.object({ file: z.string(), alt: z.string().min(10).max(300) })
  const sample = z
    .object({
      hero: picture,
      portrait: picture,
      projects: z
        .array(
          z.object({
            name: z.string().max(120),
            details: z.string().max(10_000),
            cover: z.string(),
            images: z.array(picture),
          }),
        )
        .min(3),
    })
    .parse(JSON.parse(await readFile(join(import.meta.dirname, 'portfolio.json'), 'utf8')))
  const named = [sample.hero, sample.portrait, ...sample.projects.flatMap((project) => project.images)].map(
    (one) => one.file,
  )
  const there = (await readdir(join(import.meta.dirname, 'photos'), { recursive: true })).filter((name) =>
    name.endsWith('.jpg'),
  )
  expect(there.toSorted()).toEqual([...new Set(named)].sort())
  for (const { cover, images } of sample.projects) expect(images.map((image) => image.file)).toContain(cover)
})
