import { endPrivateLinks } from '#portfolio/private-link/end.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { projectNotFound } from './touch.ts'

/**
 * Publishes a draft, which ends its private links and its schedule, or makes a project a draft again. Whatever publishes a draft calls
 * this. A project that is already published keeps its `publishedAt`.
 */
export async function setPublished(unit: UnitOfWork, id: string, published: boolean): Promise<Result> {
  const changed = await unit.tx
    .updateTable('projects')
    .set((of) => ({
      publishedAt: published ? of.fn.coalesce('publishedAt', of.val(unit.now)) : null,
      // A draft that is withdrawn again keeps the time that another admin may have set meanwhile.
      publishAt: published ? null : of.ref('publishAt'),
      changedAt: unit.now,
    }))
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return projectNotFound
  if (published) await endPrivateLinks(unit, id)
  // To everyone after a withdrawal too: open pages of visitors must stop showing the project.
  unit.publish({ about: 'work', audience: 'everyone' })
  unit.publish({ about: 'project', id, audience: 'everyone' })
  return done()
}
