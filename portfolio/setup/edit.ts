import type { Admin } from '#portfolio/account/as-admin.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { removeSocialLink } from '#portfolio/social-link/edit.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { removeValue } from '#portfolio/value/edit.ts'
import { sampleLinks, sampleProjects, sampleStudioPhotos, sampleTexts, sampleValues } from './samples.ts'
import { setupTexts, type SetupText } from './setup.ts'
import { writeSetup } from './setup-row.ts'

/** The texts of the first screen, each with the version that it is based on. */
export type SetupWords = Readonly<Record<SetupText, { readonly text: string; readonly version: number }>>

/** Saves all texts of the first screen or none; an empty one clears a sample. A refusal lists the texts that failed. */
export async function saveWords(unit: UnitOfWork, admin: Admin, words: SetupWords): Promise<Result> {
  const stored = await unit.tx.selectFrom('studioTexts').select(['key', 'text']).execute()
  const samples = (await sampleTexts(unit.tx).select('key').execute()).map(({ key }) => key)
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
  return finish(unit, { wordsLeft: 0 })
}

/** Marks the screen of the pictures as done; each picture is saved when it is chosen. */
export async function finishPictures(unit: UnitOfWork, _: Admin): Promise<Result> {
  return finish(unit, { picturesLeft: 0 })
}

/** Marks all texts, links and values of the studio as samples: the setup removes those that nobody has changed. */
export async function markSamples(unit: UnitOfWork, _: Admin): Promise<Result> {
  for (const table of ['studioTexts', 'studioLinks', 'studioValues'] as const)
    await unit.tx.updateTable(table).set({ sample: 1 }).execute()
  return done()
}

/** Removes the sample projects and all other samples. Samples that were changed stay. */
export async function removeSamples(unit: UnitOfWork, admin: Admin): Promise<Result> {
  for (const project of await sampleProjects(unit.tx).select('id').execute()) {
    const removed = await removeProject(unit, admin, project)
    if (!removed.ok) return removed
  }
  return clearStudio(unit, admin)
}

/** Makes the sample projects drafts, and removes all other samples. Samples that were changed stay. */
export async function keepSamplesAsDrafts(unit: UnitOfWork, admin: Admin): Promise<Result> {
  for (const project of await sampleProjects(unit.tx).select('id').execute()) {
    const withdrawn = await withdrawProject(unit, admin, project)
    if (!withdrawn.ok) return withdrawn
  }
  return clearStudio(unit, admin)
}

/** Shows the site to everyone, and lets search engines list it. */
export async function openSite(unit: UnitOfWork, _: Admin): Promise<Result> {
  return finish(unit, { openingLeft: 0, visibility: 'open' })
}

/** Shows visitors only that the site opens soon. */
export async function closeSite(unit: UnitOfWork, _: Admin): Promise<Result> {
  return finish(unit, { openingLeft: 0, visibility: 'closed' })
}

/** Sample texts become empty; sample values, links and pictures are removed. */
async function clearStudio(unit: UnitOfWork, admin: Admin): Promise<Result> {
  const keys = (await sampleTexts(unit.tx).select('key').execute()).map(({ key }) => key)
  for (const field of keys) {
    const cleared = await editStudioText(unit, admin, { field, text: '', version: 1 })
    if (!cleared.ok) return cleared
  }
  for (const value of await sampleValues(unit.tx).select('id').execute()) {
    const removed = await removeValue(unit, admin, value)
    if (!removed.ok) return removed
  }
  for (const link of await sampleLinks(unit.tx).select('id').execute()) {
    const removed = await removeSocialLink(unit, admin, link)
    if (!removed.ok) return removed
  }
  await unit.tx
    .updateTable('photos')
    .set({ deletedAt: await retentionStart(unit) })
    .where('id', 'in', sampleStudioPhotos(unit.tx).select('id'))
    .execute()
  return finish(unit, { samplesLeft: 0 })
}

// The event reaches everyone, so that open pages are updated when the site opens or closes.
async function finish(unit: UnitOfWork, values: Parameters<typeof writeSetup>[1]): Promise<Result> {
  await writeSetup(unit, values)
  unit.publish({ about: 'studio' })
  return done()
}

function describeConflict(theirs: string): string {
  return theirs === ''
    ? 'Someone removed this text in the meantime. Save again to replace it.'
    : `Someone saved “${theirs}” in the meantime. Save again to replace it.`
}
