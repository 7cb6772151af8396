import { asOperator, type Admin } from '#portfolio/account/as-admin.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { insertPhoto, type NewProjectPhoto } from '#portfolio/photo/insert.ts'
import { countPendingCoversAndStudioPhotos } from '#portfolio/photo/show.ts'
import { insertProject } from '#portfolio/project/create.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { addSocialLink } from '#portfolio/social-link/edit.ts'
import { markSamples } from '#portfolio/setup/edit.ts'
import { findSampleImages } from '#portfolio/setup/samples.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import { isDescribed } from '#portfolio/studio/show.ts'
import type { StudioText } from '#portfolio/studio/studio.ts'
import { addValue } from '#portfolio/value/edit.ts'
import { renewSamples } from './renew.ts'
import {
  addFacts,
  captionHero,
  readSamplePortfolio,
  requestIdOf,
  storeSample,
  unwrap,
  type SamplePortfolio,
  type SampleProject,
} from './sample-portfolio.ts'

const pollEveryMs = 250
/** After this time the site starts even if covers are missing; a slow machine still starts within a minute. */
const maxWaitMs = 30_000

/**
 * Loads the samples into an empty portfolio, continues an interrupted load, or renews former samples that nobody has
 * changed. Resolves with whether photos were added; background jobs make their derivatives. Throws `SampleRefused` if a
 * load fails: the site does not start with half of the samples, because the next start would continue the load and
 * replace what an admin has changed meanwhile.
 */
export async function loadSamples(ports: Ports, folder: string, print: (text: string) => void): Promise<boolean> {
  if (await isDescribed(ports)) return renewSamples(ports, folder)
  const sample = await readSamplePortfolio(folder)
  const sampleNames = new Set(sample.projects.map((project) => project.name))
  // A portfolio that contains other projects gets no samples.
  if ((await listProjects(ports, 'admins')).some((project) => !sampleNames.has(project.name))) return false
  print('Adding the sample portfolio, each photo in several sizes. This happens once and takes about half a minute.')
  for (const project of sample.projects) await addProject(ports, folder, project)
  await addStudioPhoto(ports, folder, 'hero', sample.hero)
  await addStudioPhoto(ports, folder, 'portrait', sample.portrait)
  unwrap(await asOperator(ports, (unit, admin) => captionHero(unit, admin, sample.hero.shows)))
  unwrap(await asOperator(ports, (unit, admin) => describeStudio(unit, admin, sample.studio)))
  // Only once all photos are stored, so that covers are derived first.
  ports.wake()
  return true
}

/** Resolves when covers, hero and portrait can be shown, or after `maxWaitMs`. */
export async function waitForCovers(ports: Ports): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  while (Date.now() < deadline && (await countPendingCoversAndStudioPhotos(ports)) > 0)
    await new Promise((resume) => setTimeout(resume, pollEveryMs))
}

async function addProject(ports: Ports, folder: string, project: SampleProject): Promise<void> {
  const requestId = requestIdOf(project)
  if (await findSampleImages(ports.db, requestId)) return
  const images: Omit<NewProjectPhoto, 'place'>[] = []
  for (const { file, alt, kind, focal } of project.images)
    images.push({ original: await storeSample(ports, folder, file, 'gallery'), alt, kind, ...(focal && { focal }) })
  const { name, details, facts } = project
  unwrap(
    await asOperator(ports, async (unit, admin) => {
      const { id } = unwrap(await insertProject(unit, admin, { name, details, requestId, cover: null, images }))
      await addFacts(unit, admin, id, facts)
      return done()
    }),
  )
}

async function addStudioPhoto(
  ports: Ports,
  folder: string,
  place: 'hero' | 'portrait',
  { file, alt, focal }: SamplePortfolio['portrait'],
): Promise<void> {
  const original = await storeSample(ports, folder, file, place)
  unwrap(
    await asOperator(ports, (unit, admin) =>
      insertPhoto(unit, admin, original, { projectId: null, place, alt, focal }),
    ),
  )
}

async function describeStudio(
  unit: UnitOfWork,
  admin: Admin,
  { texts, links, values }: SamplePortfolio['studio'],
): Promise<Result> {
  for (const [field, text] of Object.entries(texts))
    unwrap(await editStudioText(unit, admin, { field: field as StudioText, text, version: 0 }))
  for (const href of links) unwrap(await addSocialLink(unit, admin, { href }))
  for (const value of values) unwrap(await addValue(unit, admin, value))
  return markSamples(unit, admin)
}
