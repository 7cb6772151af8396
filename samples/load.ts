import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { asOperator, type Admin } from '#portfolio/account/as-admin.ts'
import type { Result } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { insertPhoto } from '#portfolio/photo/insert.ts'
import type { Place } from '#portfolio/photo/photo.ts'
import { storeOriginal, type StoredOriginal } from '#portfolio/photo/store-original.ts'
import { countPendingCoversAndStudioPhotos } from '#portfolio/photo/show.ts'
import { insertProject } from '#portfolio/project/create.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { addSocialLink } from '#portfolio/social-link/edit.ts'
import { markSamples } from '#portfolio/setup/edit.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import { isDescribed } from '#portfolio/studio/show.ts'
import type { StudioText } from '#portfolio/studio/studio.ts'
import { addValue } from '#portfolio/value/edit.ts'
import { drawings } from '#portfolio/value/value.ts'

const image = z.object({ file: z.string(), alt: z.string() })
const studioImage = image.extend({ focal: z.object({ x: z.number(), y: z.number() }) })

const portfolio = z.object({
  studio: z.object({
    texts: z.record(z.string(), z.string()),
    links: z.array(z.string()),
    values: z.array(z.object({ title: z.string(), text: z.string(), drawing: z.enum(drawings) })),
  }),
  hero: studioImage,
  portrait: studioImage,
  projects: z.array(
    z.object({ slug: z.string(), name: z.string(), details: z.string(), cover: z.string(), images: z.array(image) }),
  ),
})

const pollEveryMs = 250
/** After this time the site starts, and the remaining photos are derived while it runs. */
const maxWaitMs = 180_000

/**
 * Loads the samples into an empty portfolio, or continues an interrupted load. Resolves when covers, hero and portrait
 * are derived.
 */
export async function loadSamples(ports: Ports, folder: string, print: (text: string) => void): Promise<void> {
  if (await isDescribed(ports)) return
  const sample = portfolio.parse(JSON.parse(await readFile(join(folder, 'portfolio.json'), 'utf8')))
  const known = new Set(sample.projects.map((project) => project.name))
  // A portfolio that contains other projects gets no samples.
  if ((await listProjects(ports, 'admins')).some((project) => !known.has(project.name))) return
  print('Adding the sample portfolio, each photo in several sizes. This takes half a minute, once.')
  const photos = join(folder, 'photos')
  for (const project of sample.projects) {
    await addProject(ports, photos, project)
    ports.wake()
  }
  await addStudioPhoto(ports, photos, 'hero', sample.hero)
  await addStudioPhoto(ports, photos, 'portrait', sample.portrait)
  unwrap(await asOperator(ports, (unit, admin) => describeStudio(unit, admin, sample.studio)))
  ports.wake()
  const deadline = Date.now() + maxWaitMs
  while (Date.now() < deadline && (await countPendingCoversAndStudioPhotos(ports)) > 0)
    await new Promise((resume) => setTimeout(resume, pollEveryMs))
}

async function addProject(ports: Ports, photos: string, project: z.infer<typeof portfolio>['projects'][number]) {
  const altOf = (file: string) => project.images.find((image) => image.file === file)?.alt ?? ''
  const cover = { original: await storeSample(ports, photos, project.cover, 'cover'), alt: altOf(project.cover) }
  const images: { original: StoredOriginal; alt: string }[] = []
  for (const { file, alt } of project.images)
    images.push({ original: await storeSample(ports, photos, file, 'gallery'), alt })
  const { name, details, slug } = project
  unwrap(
    await asOperator(ports, (unit, admin) =>
      insertProject(unit, admin, { name, details, requestId: `sample:${slug}`, cover, images }),
    ),
  )
}

async function addStudioPhoto(
  ports: Ports,
  photos: string,
  place: 'hero' | 'portrait',
  sample: z.infer<typeof studioImage>,
) {
  const original = await storeSample(ports, photos, sample.file, place)
  const { alt, focal } = sample
  unwrap(
    await asOperator(ports, (unit, admin) =>
      insertPhoto(unit, admin, original, { projectId: null, place, alt, focal }),
    ),
  )
}

async function describeStudio(
  unit: UnitOfWork,
  admin: Admin,
  { texts, links, values }: z.infer<typeof portfolio>['studio'],
): Promise<Result> {
  for (const [field, text] of Object.entries(texts))
    unwrap(await editStudioText(unit, admin, { field: field as StudioText, text, version: 0 }))
  for (const href of links) unwrap(await addSocialLink(unit, admin, { href }))
  for (const value of values) unwrap(await addValue(unit, admin, value))
  return markSamples(unit, admin)
}

async function storeSample(ports: Ports, photos: string, file: string, place: Place): Promise<StoredOriginal> {
  const path = join(photos, file)
  const { size } = await stat(path)
  return unwrap(
    await storeOriginal(
      ports,
      { path, fileName: file, bytes: size, uploadId: null, examination: null },
      { place, projectId: null },
    ),
  )
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`The samples could not be loaded: ${result.message}`)
  return result.value
}
