import type { Admin } from '#portfolio/account/as-admin.ts'
import { lockChanges } from '#portfolio/changes.ts'
import { refuseFields, requiredText } from '#portfolio/form-fields.ts'
import { recordVersion } from '#portfolio/history/record.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { lockValue, valueNotFound } from './touch.ts'
import { drawings, valueLimits, type Drawing, type ValueText } from './value.ts'

const textSchemas = {
  title: requiredText('The title', valueLimits.title),
  text: requiredText('The text', valueLimits.text),
} as const

const tooManyValues = refused('wrong-value', `There can be at most ${valueLimits.values} values.`)

const versionOf = { title: 'titleVersion', text: 'textVersion' } as const

/** Adds a value at the end. Visitors see it once it has a title. */
export async function addValue(
  unit: UnitOfWork,
  _: Admin,
  { title = '', text = '', drawing }: { title?: string; text?: string; drawing?: Drawing } = {},
): Promise<Result<{ id: string }>> {
  const values = await lockList(unit)
  if (values.length >= valueLimits.values) return tooManyValues
  const id = unit.newId()
  const position = Math.max(0, ...values.map((value) => value.position)) + 1
  const row = { id, position, title, titleVersion: 1, text, textVersion: 1, photoId: null, createdAt: unit.now }
  const nextDrawing = drawing ?? drawings[values.length % drawings.length] ?? ''
  await unit.tx
    .insertInto('studioValues')
    .values({ ...row, drawing: nextDrawing, deletedAt: null })
    .execute()
  unit.publish({ about: 'studio' })
  return done({ id })
}

/** Saves a text based on `version`; refuses with both texts (`newer`) if there is a newer version. */
export async function editValueText(
  unit: UnitOfWork,
  admin: Admin,
  input: { id: string; field: ValueText; text: unknown; version: number },
): Promise<Result<{ version: number }>> {
  const text = textSchemas[input.field].safeParse(input.text)
  if (!text.success) return refuseFields(text.error, input.field)
  const counter = versionOf[input.field]
  const current = await findValue(unit, input.id)
  if (!current) return valueNotFound
  const saved = await unit.tx
    .updateTable('studioValues')
    .set((eb) => ({ [input.field]: text.data, [counter]: eb(counter, '+', 1) }))
    .where('id', '=', input.id)
    .where('deletedAt', 'is', null)
    .where(counter, '=', input.version)
    .returning(`${counter} as version`)
    .executeTakeFirst()
  if (!saved) return refuseStale(unit, input, text.data)
  const reference = { kind: 'value', id: input.id, field: input.field } as const
  const version = { version: saved.version, text: text.data, former: current[input.field] }
  await recordVersion(unit, admin, reference, version)
  unit.publish({ about: 'studio' })
  return done({ version: saved.version })
}

/** Moves a value to a 1-based position and renumbers the others. */
export async function moveValue(unit: UnitOfWork, _: Admin, input: { id: string; position: string }): Promise<Result> {
  const values = await lockValues(unit)
  const moved = values.find(({ id }) => id === input.id)
  if (!moved) return valueNotFound
  const position = parseWholeNumber(input.position)
  if (position === null || position < 1 || position > values.length)
    return refused('wrong-value', `A position is a whole number from 1 to ${values.length}.`)
  const order = values.filter((value) => value !== moved).toSpliced(position - 1, 0, moved)
  for (const [index, { id }] of order.entries())
    await unit.tx
      .updateTable('studioValues')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  unit.publish({ about: 'studio' })
  return done()
}

/** Shows a drawing, or no picture if `drawing` is empty, and removes the photo. */
export async function setValueDrawing(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; drawing: string },
): Promise<Result> {
  const drawing = input.drawing === '' ? '' : drawings.find((one) => one === input.drawing)
  if (drawing === undefined) return refused('wrong-value', 'Choose a drawing from the list.')
  const value = await lockValue(unit, input.id)
  if (!value) return valueNotFound
  await setPhotoDeletedAt(unit, value.photoId, await retentionStart(unit))
  await unit.tx.updateTable('studioValues').set({ drawing, photoId: null }).where('id', '=', input.id).execute()
  unit.publish({ about: 'studio' })
  return done()
}

/** Removes a value with its photo; `restoreValue` can bring both back within `removedRetentionMs`. */
export async function removeValue(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  return setDeletedAt(unit, input.id, await retentionStart(unit))
}

/** Restores a value with its photo. Refuses while the list is full. Repeating it changes nothing. */
export async function restoreValue(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  const values = await lockList(unit)
  if (values.some(({ id }) => id === input.id)) return done()
  const restored = await setDeletedAt(unit, input.id, null)
  return restored.ok && values.length >= valueLimits.values ? tooManyValues : restored
}

async function setDeletedAt(unit: UnitOfWork, id: string, deletedAt: string | null): Promise<Result> {
  const changed = await unit.tx
    .updateTable('studioValues')
    .set({ deletedAt })
    .where('id', '=', id)
    .where('deletedAt', deletedAt === null ? 'is not' : 'is', null)
    .returning('photoId')
    .executeTakeFirst()
  if (!changed) return valueNotFound
  await setPhotoDeletedAt(unit, changed.photoId, deletedAt)
  unit.publish({ about: 'studio' })
  return done()
}

async function setPhotoDeletedAt(unit: UnitOfWork, photoId: string | null, deletedAt: string | null): Promise<void> {
  if (photoId === null) return
  await unit.tx.updateTable('photos').set({ deletedAt }).where('id', '=', photoId).execute()
}

async function findValue(unit: UnitOfWork, id: string) {
  return unit.tx
    .selectFrom('studioValues')
    .select(['title', 'titleVersion', 'text', 'textVersion'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

async function refuseStale(
  unit: UnitOfWork,
  { id, field }: { id: string; field: ValueText },
  yours: string,
): Promise<Result<never>> {
  const current = await findValue(unit, id)
  if (!current) return valueNotFound
  return refused('newer', 'Someone saved another version of this text in the meantime.', {
    conflict: { yours, theirs: current[field], version: current[versionOf[field]] },
  })
}

/** Serialises the commands that add to the list. */
async function lockList({ tx }: UnitOfWork): Promise<{ id: string; position: number }[]> {
  await lockChanges(tx)
  return tx.selectFrom('studioValues').select(['id', 'position']).where('deletedAt', 'is', null).execute()
}

// Locks every row with an update that changes nothing, to serialise transactions that reorder values.
async function lockValues(unit: UnitOfWork): Promise<{ id: string; position: number }[]> {
  const rows = await unit.tx
    .updateTable('studioValues')
    .set((eb) => ({ position: eb.ref('position') }))
    .where('deletedAt', 'is', null)
    .returning(['id', 'position'])
    .execute()
  return rows.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}
