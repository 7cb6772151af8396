import type { Admin } from '#portfolio/account/as-admin.ts'
import type { ExportedStudio } from '#portfolio/export/export.ts'
import { optionalText, refuseFields } from '#portfolio/form-fields.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { selectSampleValues } from '#portfolio/setup/samples.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { addValue, removeValue, setValueDrawing } from '#portfolio/value/edit.ts'
import { valueLimits } from '#portfolio/value/value.ts'
import { addPhoto } from './add-photo.ts'
import { savePhotoTexts } from './save-photo-texts.ts'
import type { ImportedStudio, ImportTarget, Step } from './source.ts'

type Value = ExportedStudio['values'][number]

/** Adds all values at once if the site has none, except samples; then their photos, one by one with `runAll`. */
export async function importValues(
  target: ImportTarget,
  source: ImportedStudio,
  runAll: (steps: readonly Step[]) => Promise<Result>,
): Promise<Result> {
  const { values } = source.content
  if (values.length === 0) return done()
  const added = await target.run((unit, admin) => addValues(unit, admin, values))
  if (!added.ok) return added
  return runAll(
    values.flatMap((value, index) => planPhotoSteps(target, source, value, added.value[index] ?? '', index)),
  )
}

function planPhotoSteps(
  target: ImportTarget,
  { key, findFile }: ImportedStudio,
  { photo }: Value,
  valueId: string,
  index: number,
): Step[] {
  if (!photo || valueId === '') return []
  const to = { projectId: null, place: 'value', valueId, uploadId: `${key}:value${index}` } as const
  const saveDetails = (unit: UnitOfWork, admin: Admin, photoId: string) =>
    savePhotoTexts(unit, admin, { projectId: null, photoId }, photo)
  return [[photo.file, async () => addPhoto(target, await findFile(photo.file), photo, to, saveDetails)]]
}

/** Resolves with the ids of the values in order, `''` for those with a photo. Refuses if the site has other values. */
async function addValues(unit: UnitOfWork, admin: Admin, values: readonly Value[]): Promise<Result<string[]>> {
  const existing = await unit.tx
    .selectFrom('studioValues')
    .select(['id', 'title', 'text', 'photoId'])
    .where('deletedAt', 'is', null)
    .where('id', 'not in', selectSampleValues(unit.tx).select('id'))
    .orderBy('position')
    .execute()
  const isImported = values.every(({ title, text }, n) => existing[n]?.title === title && existing[n]?.text === text)
  if (isImported) return done(existing.map(({ id, photoId }) => (photoId === null ? id : '')))
  if (existing.length > 0) return refused('wrong-value', 'This site has other values, which were kept.')
  for (const sample of await selectSampleValues(unit.tx).select('id').execute()) {
    const removed = await removeValue(unit, admin, sample)
    if (!removed.ok) return removed
  }
  const ids: string[] = []
  for (const value of values) {
    const added = await addImportedValue(unit, admin, value)
    if (!added.ok) return added
    ids.push(added.value.id)
  }
  return done(ids)
}

async function addImportedValue(unit: UnitOfWork, admin: Admin, value: Value): Promise<Result<{ id: string }>> {
  const title = optionalText('The title', valueLimits.title).safeParse(value.title)
  if (!title.success) return refuseFields(title.error, 'title')
  const text = optionalText('The text', valueLimits.text).safeParse(value.text)
  if (!text.success) return refuseFields(text.error, 'text')
  const added = await addValue(unit, admin, { title: title.data, text: text.data })
  if (!added.ok) return added
  const drawn = await setValueDrawing(unit, admin, { id: added.value.id, drawing: value.drawing })
  return drawn.ok ? added : drawn
}
