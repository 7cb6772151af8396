import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import type { Ports } from '#portfolio/ports.ts'
import { setShownProject } from '#portfolio/photo/edit.ts'
import { done, type Result } from '#portfolio/result.ts'
import { selectSampleProjects, selectSampleStudioPhotos } from '#portfolio/setup/samples.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { photoKinds, type Place } from '#portfolio/photo/photo.ts'
import { storeOriginal, type StoredOriginal } from '#portfolio/photo/store-original.ts'
import { drawings } from '#portfolio/value/value.ts'
import { SampleRefused } from './sample-refused.ts'

const factKeys = ['sector', 'area', 'scope', 'materials'] as const

const image = z.object({ file: z.string(), alt: z.string() })
const focal = z.object({ x: z.number(), y: z.number() })
const studioImage = image.extend({ focal })

const project = z.object({
  slug: z.string(),
  name: z.string(),
  details: z.string(),
  facts: z.partialRecord(z.enum(factKeys), z.string()),
  /** The first one is the cover. */
  images: z.array(image.extend({ kind: z.enum(photoKinds), focal: focal.optional() })),
})

const portfolio = z.object({
  studio: z.object({
    texts: z.record(z.string(), z.string()),
    links: z.array(z.string()),
    values: z.array(z.object({ title: z.string(), text: z.string(), drawing: z.enum(drawings) })),
  }),
  /** `shows` is the slug of the project that its caption names. */
  hero: studioImage.extend({ shows: z.string() }),
  portrait: studioImage,
  projects: z.array(project),
})

export type SamplePortfolio = z.infer<typeof portfolio>
export type SampleProject = z.infer<typeof project>

export async function readSamplePortfolio(folder: string): Promise<SamplePortfolio> {
  return portfolio.parse(JSON.parse(await readFile(join(folder, 'portfolio.json'), 'utf8')))
}

/** The request id of a sample project, which distinguishes it from other projects. */
export function requestIdOf({ slug }: Pick<SampleProject, 'slug'>): string {
  return `sample:${slug}`
}

export function samplePath(folder: string, file: string): string {
  return join(folder, 'photos', file)
}

export async function storeSample(ports: Ports, folder: string, file: string, place: Place): Promise<StoredOriginal> {
  const path = samplePath(folder, file)
  const { size } = await stat(path)
  return unwrap(
    await storeOriginal(
      ports,
      { path, fileName: file, bytes: size, uploadId: null, examination: null },
      { place, projectId: null },
    ),
  )
}

/** Captions the sample hero with the project that it shows. */
export async function captionHero(unit: UnitOfWork, admin: Admin, slug: string): Promise<Result> {
  const hero = await selectSampleStudioPhotos(unit.tx).select('id').where('place', '=', 'hero').executeTakeFirst()
  const shown = await selectSampleProjects(unit.tx)
    .select('id')
    .where('requestId', '=', requestIdOf({ slug }))
    .executeTakeFirst()
  return hero && shown ? setShownProject(unit, admin, { photoId: hero.id, shownProjectId: shown.id }) : done()
}

export async function addFacts(
  unit: UnitOfWork,
  admin: Admin,
  projectId: string,
  facts: SampleProject['facts'],
): Promise<void> {
  for (const key of factKeys) {
    const text = facts[key]
    if (text) unwrap(await editFact(unit, admin, { projectId, key, text, version: 0 }))
  }
}

/** Returns the value of a result. Throws `SampleRefused` if it is a refusal. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new SampleRefused(`The samples could not be loaded: ${result.message}`)
  return result.value
}
