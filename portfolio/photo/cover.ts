import type { ExpressionBuilder } from 'kysely'
import type { Ports } from '#portfolio/ports.ts'
import type { Tables } from '#portfolio/tables.ts'

/**
 * The id of the photo that is the cover of a project: the chosen image of the gallery, or else the cover photo, or else
 * the first image. A hidden image is never the cover, not even for admins.
 */
export function coverIdOf(eb: ExpressionBuilder<Tables, 'projects'>) {
  return eb
    .selectFrom('photos as candidate')
    .select('candidate.id')
    .whereRef('candidate.projectId', '=', 'projects.id')
    .where('candidate.place', 'in', ['cover', 'gallery'])
    .where('candidate.deletedAt', 'is', null)
    .where('candidate.hidden', '=', 0)
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.fn.coalesce('candidate.imageId', 'candidate.id'), '=', eb.ref('projects.coverImageId'))
        .then(0)
        .when('candidate.place', '=', 'cover')
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy('candidate.position')
    .limit(1)
}

export async function findCover(db: Ports['db'], projectId: string | null): Promise<string | null> {
  if (projectId === null) return null
  const project = await db
    .selectFrom('projects')
    .select((eb) => coverIdOf(eb).as('coverId'))
    .where('id', '=', projectId)
    .executeTakeFirst()
  return project?.coverId ?? null
}
