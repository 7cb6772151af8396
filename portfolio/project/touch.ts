import { audienceOf, type Audience } from '#portfolio/audience.ts'
import { refused } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

export const projectNotFound = refused('unknown', 'Project not found')

/** Sets `changedAt` and locks the row. Returns the audience of the change; `null` if the project is missing or removed. */
export async function touchProject(unit: UnitOfWork, id: string): Promise<Audience | null> {
  const touched = await unit.tx
    .updateTable('projects')
    .set({ changedAt: unit.now })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('publishedAt')
    .executeTakeFirst()
  return touched ? audienceOf(touched) : null
}
