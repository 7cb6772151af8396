import { audienceOf, type Audience } from '#portfolio/audience.ts'
import { done, refused, type Refusal, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

export const projectNotFound = refused('unknown', 'Project not found')

/** Sets `changedAt` and locks the row. Returns the audience of the change; `null` for a missing or removed project. */
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

/** Locks the row like `touchProject`, but keeps `changedAt`: for a change of something else that shows the project. */
export async function lockProject({ tx }: UnitOfWork, id: string): Promise<Audience | null> {
  const locked = await tx
    .updateTable('projects')
    .set((eb) => ({ changedAt: eb.ref('changedAt') }))
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('publishedAt')
    .executeTakeFirst()
  return locked ? audienceOf(locked) : null
}

/** Touches a draft and locks it against a concurrent publication. Refuses a published project with `ifPublished`. */
export async function lockDraft(unit: UnitOfWork, id: string, ifPublished: Refusal): Promise<Result> {
  const audience = await touchProject(unit, id)
  if (audience === null) return projectNotFound
  return audience === 'everyone' ? ifPublished : done()
}
