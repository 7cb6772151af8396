import type { Audience } from '#portfolio/audience.ts'
import type { Ports } from '#portfolio/ports.ts'
import { refused } from '#portfolio/result.ts'

export interface ProjectPosition {
  readonly id: string
  readonly position: number
}

export const orderChanged = refused('newer', 'Someone changed the order in the meantime. Nothing was moved.')

export function selectProjects(db: Ports['db'], audience: Audience) {
  return db
    .selectFrom('projects')
    .where('deletedAt', 'is', null)
    .$if(audience === 'everyone', (query) => query.where('publishedAt', 'is not', null))
}

/** Like `selectProjects`, ordered by position, then by age, then by id. */
export function selectProjectsInOrder(db: Ports['db'], audience: Audience, direction: 'asc' | 'desc' = 'asc') {
  return selectProjects(db, audience)
    .orderBy('position', direction)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
}

/** The fewest positions to write to put the project at `index` among the others. */
export function positionsAfterMove(id: string, others: readonly ProjectPosition[], index: number): ProjectPosition[] {
  const [previous, next] = [others[index - 1], others[index]]
  const position = previous ? previous.position + 1 : next ? next.position - 1 : 1
  const moved = [{ id, position }]
  for (const other of others.slice(index)) {
    const lastPosition = moved.at(-1)?.position ?? position
    if (other.position > lastPosition) break
    moved.push({ id: other.id, position: lastPosition + 1 })
  }
  if (moved.every((project) => Number.isSafeInteger(project.position))) return moved
  // Beyond the largest safe integer, the whole list is renumbered.
  return others
    .map((other) => other.id)
    .toSpliced(index, 0, id)
    .map((projectId, at) => ({ id: projectId, position: at + 1 }))
}
