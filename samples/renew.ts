import { asOperator } from '#portfolio/account/as-admin.ts'
import { isAlmostFull } from '#portfolio/health/reserved-space.ts'
import { sha256Of } from '#portfolio/photo/examine.ts'
import { discardOriginals, type StoredOriginal } from '#portfolio/photo/store-original.ts'
import type { Ports } from '#portfolio/ports.ts'
import { done } from '#portfolio/result.ts'
import { renewSampleProject, type RenewedImage } from '#portfolio/setup/edit.ts'
import { hashContent } from '#portfolio/setup/content-hash.ts'
import { findSampleImages, hasSampleProjects } from '#portfolio/setup/samples.ts'
import {
  addFacts,
  captionHero,
  readSamplePortfolio,
  requestIdOf,
  samplePath,
  storeSample,
  unwrap,
  type SampleProject,
} from './sample-portfolio.ts'
import { SampleRefused } from './sample-refused.ts'

/**
 * The content hash of the samples of 0.1.0, which had other pictures and no facts. Early development versions of 0.2.0
 * loaded them too.
 */
export const formerSamplesHash = '17ed73f76bd1eb71dbf6884eed290d917550a9965751a87595b4f11f8ce8ba55'

/** For the new originals and their derivatives. */
const neededBytes = 256 * 1024 * 1024

/**
 * Replaces the projects of a portfolio that equals the former samples, and captions its hero; changes no other
 * portfolio. Resolves with whether the portfolio changed. If a file cannot be stored, nothing changes; the next start
 * tries again.
 */
export async function renewSamples(ports: Ports, folder: string, formerHash = formerSamplesHash): Promise<boolean> {
  // The hash reads every row: most sites have no samples any more and need no hash.
  if (!(await hasSampleProjects(ports.db)) || (await hashContent(ports.db)) !== formerHash) return false
  if (isAlmostFull(await ports.files.freeSpace(), neededBytes)) return false
  const { projects, hero } = await readSamplePortfolio(folder)
  const stored: StoredOriginal[] = []
  try {
    const imagesOf = new Map<SampleProject, RenewedImage[]>()
    for (const sample of projects) imagesOf.set(sample, await storeMissing(ports, folder, sample, stored))
    const renewed = await asOperator(ports, async (unit, admin) => {
      // Someone may have changed the portfolio meanwhile.
      if ((await hashContent(unit.tx)) !== formerHash) return done(false)
      for (const [sample, images] of imagesOf) {
        const project = { requestId: requestIdOf(sample), details: sample.details, images }
        await addFacts(unit, admin, unwrap(await renewSampleProject(unit, admin, project)), sample.facts)
      }
      unwrap(await captionHero(unit, admin, hero.shows))
      return done(true)
    })
    if (renewed.ok ? renewed.value : renewed.maybeStored) return true
  } catch (error) {
    if (!(error instanceof SampleRefused)) throw error
    ports.log.warn('the new samples were not added', { cause: error.message })
  }
  await discardOriginals(ports, stored)
  return false
}

/** Stores the pictures that the project does not have yet. */
async function storeMissing(
  ports: Ports,
  folder: string,
  sample: SampleProject,
  stored: StoredOriginal[],
): Promise<RenewedImage[]> {
  const existing = await findSampleImages(ports.db, requestIdOf(sample))
  const images: RenewedImage[] = []
  for (const { file, ...image } of sample.images) {
    const sha256 = await sha256Of(samplePath(folder, file))
    const original = existing?.has(sha256) ? null : await storeSample(ports, folder, file, 'gallery')
    if (original) stored.push(original)
    images.push({ ...image, sha256, original })
  }
  return images
}
