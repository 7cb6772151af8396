import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import { requiredText } from '#portfolio/text.ts'
import { positionsWith, type Standing } from './place.ts'
import { projectLimits, readPosition, type ProjectText } from './project.ts'

/** The rule for a project's texts. */
export const projectTexts = {
  name: requiredText('The project name', projectLimits.name),
  details: requiredText('The project details', projectLimits.details, 'are'),
} as const

const versionOf = { name: 'nameVersion', details: 'detailsVersion' } as const

/** Saves one text over the version it was based on; refuses, with both texts, when there is a newer one. */
export async function editText(
  unit: UnitOfWork,
  _: Admin,
  wish: { id: string; field: ProjectText; text: unknown; version: number },
): Promise<Outcome<{ version: number }>> {
  const text = projectTexts[wish.field].safeParse(wish.text)
  if (!text.success) {
    const message = text.error.issues[0]?.message ?? ''
    return refused('wrong-value', message, { fields: { [wish.field]: message } })
  }
  const counter = versionOf[wish.field]
  const saved = await unit.tx
    .updateTable('projects')
    .set((of) => ({ [wish.field]: text.data, [counter]: of(counter, '+', 1), changedAt: unit.now }))
    .where('id', '=', wish.id)
    .where('deletedAt', 'is', null)
    // Versions begin at 1: what is no number is a stale one.
    .where(counter, '=', Number.isSafeInteger(wish.version) ? wish.version : 0)
    .returning(`${counter} as version`)
    .executeTakeFirst()
  if (!saved) return refuseStale(unit, wish, text.data)
  unit.announce({ about: 'project', id: wish.id })
  if (wish.field === 'name') unit.announce({ about: 'work' })
  return done({ version: saved.version })
}

/** Gives a project another position. Equal positions are allowed. */
export async function moveProject(
  unit: UnitOfWork,
  _: Admin,
  wish: { id: string; position: string },
): Promise<Outcome> {
  const position = readPosition(wish.position)
  if (position === null) {
    const message = /^-?\d+$/.test(wish.position)
      ? 'A position may have 15 digits at most.'
      : 'A position is a whole number, such as 3 or -1.'
    return refused('wrong-value', message, { fields: { position: message } })
  }
  const moved = await unit.tx
    .updateTable('projects')
    .set({ position, changedAt: unit.now })
    .where('id', '=', wish.id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return refused('unknown', 'Project not found')
  unit.announce({ about: 'work' })
  return done()
}

/**
 * Puts a project before another one of the list, or, without `before`, at its end. Others are moved only as far as
 * it takes to make room, and keep their order.
 */
export async function placeProject(
  unit: UnitOfWork,
  _: Admin,
  wish: { id: string; before: string | null },
): Promise<Outcome> {
  const list = await holdList(unit)
  const others = list.filter((project) => project.id !== wish.id)
  if (others.length === list.length) return refused('unknown', 'Project not found')
  const at = wish.before === null ? others.length : others.findIndex((project) => project.id === wish.before)
  if (at < 0) return refused('unknown', 'The list has changed in the meantime. Nothing was moved.')
  for (const { id, position } of positionsWith(wish.id, others, at)) {
    await unit.tx.updateTable('projects').set({ position, changedAt: unit.now }).where('id', '=', id).execute()
  }
  unit.announce({ about: 'work' })
  return done()
}

// Writing to all of them, though nothing, makes two who order the list wait for each other.
async function holdList(unit: UnitOfWork): Promise<Standing[]> {
  await unit.tx
    .updateTable('projects')
    .set((of) => ({ position: of.ref('position') }))
    .where('deletedAt', 'is', null)
    .execute()
  return unit.tx
    .selectFrom('projects')
    .select(['id', 'position'])
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Deletes a project; its files stay 30 days. */
export async function deleteProject(unit: UnitOfWork, _: Admin, wish: { id: string }): Promise<Outcome> {
  const deleted = await unit.tx
    .updateTable('projects')
    .set({ deletedAt: unit.now, changedAt: unit.now })
    .where('id', '=', wish.id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) return refused('unknown', 'Project not found')
  unit.announce({ about: 'work' })
  unit.announce({ about: 'project', id: wish.id })
  return done()
}

async function refuseStale(
  unit: UnitOfWork,
  wish: { id: string; field: ProjectText },
  yours: string,
): Promise<Outcome<never>> {
  const stands = await unit.tx
    .selectFrom('projects')
    .select(['name', 'details', 'nameVersion', 'detailsVersion'])
    .where('id', '=', wish.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!stands) return refused('unknown', 'Project not found')
  return refused('newer', 'Someone saved another version of this text in the meantime.', {
    newer: { yours, theirs: stands[wish.field], version: stands[versionOf[wish.field]] },
  })
}
