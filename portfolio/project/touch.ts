import { refused } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

/** The refusal for a project that does not exist or was removed. */
export const projectNotFound = refused('unknown', 'Project not found')

/** Sets `changedAt` and locks the row for the transaction; `false` when the project does not exist or was removed. */
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
