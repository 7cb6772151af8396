import type { UnitOfWork } from '#portfolio/change-together.ts'

/**
 * Marks the project as changed now, and holds it until the transaction ends, so that two changes of its
 * pictures follow one another. `false` when there is none, or it was deleted.
 */
export async function touchProject(unit: UnitOfWork, id: string): Promise<boolean> {
  const touched = await unit.tx
    .updateTable('projects')
    .set({ changedAt: unit.now })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return touched !== undefined
}
