import type { Admin } from '#portfolio/account/as-admin.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { audienceOf } from '#portfolio/audience.ts'
import { endPrivateLinks } from '#portfolio/private-link/end.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { recordVersion } from '#portfolio/history/record.ts'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { refuseFields, requiredText } from '#portfolio/form-fields.ts'
import { orderChanged, positionsAfterMove, selectProjectsInOrder } from './order.ts'
import { projectLimits, type ProjectText } from './project.ts'
import { projectNotFound } from './touch.ts'

export const projectTextSchemas = {
  name: requiredText('The project name', projectLimits.name),
  details: requiredText('The project details', projectLimits.details, 'are'),
} as const

const versionOf = { name: 'nameVersion', details: 'detailsVersion' } as const

/** Saves a text based on `version`; refuses with both texts (`newer`) if there is a newer version. */
export async function editText(
  unit: UnitOfWork,
  admin: Admin,
  input: { id: string; field: ProjectText; text: unknown; version: number },
): Promise<Result<{ version: number }>> {
  const text = projectTextSchemas[input.field].safeParse(input.text)
  if (!text.success) return refuseFields(text.error, input.field)
  const counter = versionOf[input.field]
  const current = await readTexts(unit, input.id)
  if (!current) return projectNotFound
  const saved = await unit.tx
    .updateTable('projects')
    .set((eb) => ({ [input.field]: text.data, [counter]: eb(counter, '+', 1), changedAt: unit.now }))
    .where('id', '=', input.id)
    .where('deletedAt', 'is', null)
    // Versions begin at 1, so 0 is always stale.
    .where(counter, '=', Number.isSafeInteger(input.version) ? input.version : 0)
    .returning([`${counter} as version`, 'publishedAt'])
    .executeTakeFirst()
  if (!saved) return refuseStale(unit, input, text.data)
  const reference = { kind: 'project', id: input.id, field: input.field } as const
  const version = { version: saved.version, text: text.data, former: current[input.field] }
  await recordVersion(unit, admin, reference, version)
  const audience = audienceOf(saved)
  unit.publish({ about: 'project', id: input.id, audience })
  if (input.field === 'name') unit.publish({ about: 'work', audience })
  return done({ version: saved.version })
}

/** Sets the position of a project. Two projects may have the same position. */
export async function setProjectPosition(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; position: string },
): Promise<Result> {
  const position = parseWholeNumber(input.position)
  if (position === null) {
    const message = describePositionError(input.position)
    return refused('wrong-value', message, { fields: { position: message } })
  }
  await lockList(unit)
  await clearLastMove(unit)
  const moved = await unit.tx
    .updateTable('projects')
    .set((eb) => ({ position, formerPosition: eb.ref('position'), moveId: unit.newId(), changedAt: unit.now }))
    .where('id', '=', input.id)
    .where('deletedAt', 'is', null)
    .returning('publishedAt')
    .executeTakeFirst()
  if (!moved) return projectNotFound
  unit.publish({ about: 'work', audience: audienceOf(moved) })
  return done()
}

function describePositionError(position: string): string {
  if (!/^-?\d+$/.test(position)) return 'A position is a whole number, such as 3 or -1.'
  return position.startsWith('-')
    ? `A position is at least ${Number.MIN_SAFE_INTEGER}.`
    : `A position is at most ${Number.MAX_SAFE_INTEGER}.`
}

/** Moves a project before another one, or to the end when `before` is `null`. Changes as few positions as possible. */
export async function moveProjectBefore(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; before: string | null },
): Promise<Result> {
  const list = await lockList(unit)
  const moved = list.find((project) => project.id === input.id)
  if (!moved) return projectNotFound
  const others = list.filter((project) => project !== moved)
  const index = input.before === null ? others.length : others.findIndex((project) => project.id === input.before)
  if (index < 0) return refused('unknown', 'The list has changed in the meantime. Nothing was moved.')
  await clearLastMove(unit)
  const moveId = unit.newId()
  for (const { id, position } of positionsAfterMove(input.id, others, index)) {
    await unit.tx
      .updateTable('projects')
      .set((eb) => ({ position, formerPosition: eb.ref('position'), moveId, changedAt: unit.now }))
      .where('id', '=', id)
      .execute()
  }
  unit.publish({ about: 'work', audience: audienceOf(moved) })
  return done()
}

/** Undoes the last change of the order; refuses (`newer`) if `moveId` is not that of the last one. */
export async function undoProjectMove(unit: UnitOfWork, _: Admin, { moveId }: { moveId: string }): Promise<Result> {
  const before = await lockList(unit)
  const undone = await unit.tx
    .updateTable('projects')
    .set((eb) => ({ position: eb.fn.coalesce('formerPosition', 'position'), changedAt: unit.now }))
    .where('moveId', '=', moveId)
    .returning('id')
    .execute()
  if (undone.length === 0) return orderChanged
  await clearLastMove(unit)
  const after = await readList(unit)
  // If the order of the published projects is the same, visitors get no event.
  const published = (list: typeof after) => list.flatMap(({ id, publishedAt }) => (publishedAt === null ? [] : id))
  const isSeen = published(before).join() !== published(after).join()
  unit.publish({ about: 'work', audience: isSeen ? 'everyone' : 'admins' })
  return done()
}

async function clearLastMove({ tx }: UnitOfWork): Promise<void> {
  await tx.updateTable('projects').set({ moveId: null, formerPosition: null }).where('moveId', 'is not', null).execute()
}

// Locks every row with an update that changes nothing, to serialise transactions that reorder the list.
async function lockList(unit: UnitOfWork) {
  await unit.tx
    .updateTable('projects')
    .set((eb) => ({ position: eb.ref('position') }))
    .where('deletedAt', 'is', null)
    .execute()
  return readList(unit)
}

function readList({ tx }: UnitOfWork) {
  return selectProjectsInOrder(tx, 'admins').select(['id', 'position', 'publishedAt']).execute()
}

/**
 * Publishes a draft, deletes its private links and cancels its schedule; every publication of a draft goes through this
 * function. A project that is already published keeps its `publishedAt`.
 */
export async function publishProject(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  const published = await setPublished(unit, input.id, true)
  if (published.ok) await endPrivateLinks(unit, input.id)
  return published
}

export async function withdrawProject(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  return setPublished(unit, input.id, false)
}

async function setPublished(unit: UnitOfWork, id: string, published: boolean): Promise<Result> {
  const changed = await unit.tx
    .updateTable('projects')
    .set((eb) => ({
      publishedAt: published ? eb.fn.coalesce('publishedAt', eb.val(unit.now)) : null,
      // A draft that is withdrawn again keeps the time that another admin may have set meanwhile.
      publishAt: published ? null : eb.ref('publishAt'),
      changedAt: unit.now,
    }))
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return projectNotFound
  // To everyone even after a withdrawal: visitors' open pages must stop showing the project.
  unit.publish({ about: 'work', audience: 'everyone' })
  unit.publish({ about: 'project', id, audience: 'everyone' })
  return done()
}

/** Moves a project to the bin, where it can be restored for `restorableMs`, and cancels its schedule. */
export async function removeProject(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  const removed = await unit.tx
    .updateTable('projects')
    .set({ deletedAt: await retentionStart(unit), publishAt: null, changedAt: unit.now })
    .where('id', '=', input.id)
    .where('deletedAt', 'is', null)
    .returning('publishedAt')
    .executeTakeFirst()
  if (!removed) return projectNotFound
  const audience = audienceOf(removed)
  unit.publish({ about: 'work', audience })
  unit.publish({ about: 'project', id: input.id, audience })
  unit.publish({ about: 'bin' })
  return done()
}

async function readTexts({ tx }: UnitOfWork, id: string) {
  return tx
    .selectFrom('projects')
    .select(['name', 'details', 'nameVersion', 'detailsVersion'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

async function refuseStale(
  unit: UnitOfWork,
  input: { id: string; field: ProjectText },
  yours: string,
): Promise<Result<never>> {
  const current = await readTexts(unit, input.id)
  if (!current) return projectNotFound
  return refused('newer', 'Someone saved another version of this text in the meantime.', {
    conflict: { yours, theirs: current[input.field], version: current[versionOf[input.field]] },
  })
}
