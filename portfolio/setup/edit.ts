import type { Admin } from '#portfolio/account/as-admin.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { changeGallery } from '#portfolio/gallery/change-gallery.ts'
import { recordVersion } from '#portfolio/history/record.ts'
import { insertNewProjectPhotos } from '#portfolio/photo/insert.ts'
import type { PhotoKind } from '#portfolio/photo/photo.ts'
import type { StoredOriginal } from '#portfolio/photo/store-original.ts'
import { removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { removeSector } from '#portfolio/sector/edit.ts'
import { removeSocialLink } from '#portfolio/social-link/edit.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { removeValue } from '#portfolio/value/edit.ts'
import {
  selectSampleLinks,
  selectSampleProjects,
  selectSampleStudioPhotos,
  selectSampleTexts,
  selectSampleValues,
  selectUnusedSampleSectors,
} from './samples.ts'
import { setupTexts, type SetupText } from './setup.ts'
import { writeSetup } from './setup-row.ts'

/** The texts of the first screen, each with the version that it is based on. */
export type SetupWords = Readonly<Record<SetupText, { readonly text: string; readonly version: number }>>

/** Saves all texts of the first screen or none; an empty one clears a sample. A refusal lists the texts that failed. */
export async function saveWords(unit: UnitOfWork, admin: Admin, words: SetupWords): Promise<Result> {
  const stored = await unit.tx.selectFrom('studioTexts').select(['key', 'text']).execute()
  const samples = (await selectSampleTexts(unit.tx).select('key').execute()).map(({ key }) => key)
  const problems: Partial<Record<SetupText, string>> = {}
  for (const field of setupTexts) {
    const { text, version } = words[field]
    const current = stored.find(({ key }) => key === field)?.text ?? ''
    if (text.trim() === current && !samples.includes(field)) continue
    const saved = await editStudioText(unit, admin, { field, text, version })
    if (!saved.ok) problems[field] = saved.conflict ? describeConflict(saved.conflict.theirs) : saved.message
  }
  if (Object.keys(problems).length > 0)
    return refused('wrong-value', 'Nothing was saved: please look at the marked fields.', { fields: problems })
  return finishScreen(unit, { wordsLeft: 0 })
}

/** Marks the screen of the pictures as done; each picture is saved when it is chosen. */
export async function finishPictures(unit: UnitOfWork, _: Admin): Promise<Result> {
  return finishScreen(unit, { picturesLeft: 0 })
}

/** Marks all texts, links and values of the studio as samples: the setup removes those that nobody has changed. */
export async function markSamples(unit: UnitOfWork, _: Admin): Promise<Result> {
  for (const table of ['studioTexts', 'studioLinks', 'studioValues'] as const)
    await unit.tx.updateTable(table).set({ sample: 1 }).execute()
  return done()
}

/** Removes the sample projects and all other samples. Samples that were changed stay. */
export async function removeSamples(unit: UnitOfWork, admin: Admin): Promise<Result> {
  for (const project of await selectSampleProjects(unit.tx).select('id').execute()) {
    const removed = await removeProject(unit, admin, project)
    if (!removed.ok) return removed
  }
  return removeStudioSamples(unit, admin)
}

/** Makes the sample projects drafts, and removes all other samples. Samples that were changed stay. */
export async function keepSamplesAsDrafts(unit: UnitOfWork, admin: Admin): Promise<Result> {
  for (const project of await selectSampleProjects(unit.tx).select('id').execute()) {
    const withdrawn = await withdrawProject(unit, admin, project)
    if (!withdrawn.ok) return withdrawn
  }
  return removeStudioSamples(unit, admin)
}

export interface RenewedImage {
  readonly sha256: string
  readonly alt: string
  readonly kind: PhotoKind
  /** `null` if the project has a photo with this `sha256`, which stays. */
  readonly original: StoredOriginal | null
}

/**
 * Replaces the details and the pictures of a sample project that nobody has changed, and returns its id. The first
 * picture is the cover. A cover photo, and previous pictures that are not among the new ones, are removed in the same
 * way as replaced pictures.
 */
export async function renewSampleProject(
  unit: UnitOfWork,
  admin: Admin,
  { requestId, details, images }: { requestId: string; details: string; images: readonly RenewedImage[] },
): Promise<Result<string>> {
  const project = await selectSampleProjects(unit.tx).select('id').where('requestId', '=', requestId).executeTakeFirst()
  const audience = project ? await touchProject(unit, project.id) : null
  if (!project || !audience) return projectNotFound
  const { id } = project
  await unit.tx.updateTable('projects').set({ details }).where('id', '=', id).execute()
  // The version stays 1, because a project with a later version no longer counts as a sample.
  await recordVersion(
    unit,
    admin,
    { kind: 'project', id, field: 'details' },
    { version: 1, text: details, former: null },
  )
  const added = images.flatMap(({ original, alt, kind }) =>
    original ? [{ original, alt, kind, place: 'gallery' as const }] : [],
  )
  const deletedAt = await retentionStart(unit)
  await changeGallery(unit, { id, audience }, async () => {
    const hashes = images.map(({ sha256 }) => sha256)
    await unit.tx
      .updateTable('photos')
      .set({ deletedAt })
      .where('projectId', '=', id)
      .where('deletedAt', 'is', null)
      .where((eb) => eb.or([eb('place', '=', 'cover'), eb('sha256', 'not in', hashes)]))
      .execute()
    const inserted = await insertNewProjectPhotos(unit, admin, id, added)
    // Cannot happen, because samples have no uploads and fewer images than the limit. The error rolls back.
    if (!inserted.ok) throw new Error(inserted.message)
    for (const [index, { sha256, alt, kind }] of images.entries())
      await unit.tx
        .updateTable('photos')
        .set({ position: index + 1, alt, kind })
        .where('projectId', '=', id)
        .where('sha256', '=', sha256)
        .where('deletedAt', 'is', null)
        .execute()
  })
  unit.wakeJobs()
  return done(id)
}

/** Shows the site to everyone, and lets search engines list it. */
export async function openSite(unit: UnitOfWork, _: Admin): Promise<Result> {
  return finishScreen(unit, { openingLeft: 0, visibility: 'open' })
}

/** Shows visitors only that the site opens soon. */
export async function closeSite(unit: UnitOfWork, _: Admin): Promise<Result> {
  return finishScreen(unit, { openingLeft: 0, visibility: 'closed' })
}

/** Sample texts become empty; sample values, links, pictures and unused sectors are removed. */
async function removeStudioSamples(unit: UnitOfWork, admin: Admin): Promise<Result> {
  // First, because commands that change a photo lock it before the change counter.
  await unit.tx
    .updateTable('photos')
    .set({ deletedAt: await retentionStart(unit) })
    .where('id', 'in', selectSampleStudioPhotos(unit.tx).select('id'))
    .execute()
  const keys = (await selectSampleTexts(unit.tx).select('key').execute()).map(({ key }) => key)
  for (const field of keys) {
    const cleared = await editStudioText(unit, admin, { field, text: '', version: 1 })
    if (!cleared.ok) return cleared
  }
  for (const value of await selectSampleValues(unit.tx).select('id').execute()) {
    const removed = await removeValue(unit, admin, value)
    if (!removed.ok) return removed
  }
  for (const link of await selectSampleLinks(unit.tx).select('id').execute()) {
    const removed = await removeSocialLink(unit, admin, link)
    if (!removed.ok) return removed
  }
  for (const sector of await selectUnusedSampleSectors(unit.tx).select('id').execute()) {
    const removed = await removeSector(unit, admin, sector)
    if (!removed.ok) return removed
  }
  return finishScreen(unit, { samplesLeft: 0 })
}

// The event `studio` reaches everyone, so that open pages are updated when the site opens or closes.
async function finishScreen(unit: UnitOfWork, values: Parameters<typeof writeSetup>[1]): Promise<Result> {
  await writeSetup(unit, values)
  unit.publish({ about: 'studio' })
  return done()
}

function describeConflict(theirs: string): string {
  return theirs === ''
    ? 'Someone removed this text in the meantime. Save again to replace it.'
    : `Someone saved “${theirs}” in the meantime. Save again to replace it.`
}
