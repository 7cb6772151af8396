import { StoreFailed, type Parts } from '#portfolio/parts.ts'
import type { PhotosTable } from '#server/data/tables.ts'
import { readMade } from './made.ts'
import type { Photograph } from './photo.ts'

type Db = Parts['db']
type PhotoRow = Pick<PhotosTable, (typeof shown)[number]>

const shown = [
  'id',
  'width',
  'height',
  'colour',
  'placeholder',
  'alt',
  'focalX',
  'focalY',
  'recipe',
  'made',
  'wide',
] as const

/** The covers of these projects, by the project's id. */
export async function coversOf(db: Db, projectIds: readonly string[]): Promise<Map<string, Photograph>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('photos')
    .select([...shown, 'projectId'])
    .where('place', '=', 'cover')
    .where('deletedAt', 'is', null)
    .where('projectId', 'in', projectIds)
    .execute()
  return new Map(rows.map((row) => [row.projectId ?? '', photographOf(row)]))
}

/** The gallery of a project, in its order. */
export async function galleryOf(db: Db, projectId: string): Promise<Photograph[]> {
  const rows = await db
    .selectFrom('photos')
    .select(shown)
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map(photographOf)
}

/** Every photograph of these projects, by the project's id: the cover first, then the gallery in its order. */
export async function photographsOf(db: Db, projectIds: readonly string[]): Promise<Map<string, Photograph[]>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('photos')
    .select([...shown, 'projectId'])
    .where('projectId', 'in', projectIds)
    .where('place', 'in', ['cover', 'gallery'])
    .where('deletedAt', 'is', null)
    .orderBy('place')
    .orderBy('position')
    .execute()
  const all = new Map<string, Photograph[]>(projectIds.map((id) => [id, []]))
  for (const row of rows) all.get(row.projectId ?? '')?.push(photographOf(row))
  return all
}

/** One of the studio's own pictures: the newest that hangs in that place. */
export async function studioPicture(db: Db, place: 'hero' | 'portrait'): Promise<Photograph | null> {
  const row = await db
    .selectFrom('photos')
    .select(shown)
    .where('place', '=', place)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return row ? photographOf(row) : null
}

/** How many photographs outside of galleries (covers, the studio's own) cannot be shown yet. */
export async function countWaitingInFront({ db }: Pick<Parts, 'db'>): Promise<number> {
  const { waiting } = await db
    .selectFrom('photos')
    .select((of) => of.fn.countAll<number | bigint>().as('waiting'))
    .where('state', '=', 'waiting')
    .where('made', '=', '')
    .where('place', '!=', 'gallery')
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/**
 * Whether this photograph, or the project it hung in, has been deleted. Its files stay for 30 days, unseen.
 * A store that cannot answer says no: while it is in trouble visitors go on seeing pictures.
 */
export async function isTakenDown({ db }: Pick<Parts, 'db'>, photoId: string): Promise<boolean> {
  try {
    const row = await db
      .selectFrom('photos')
      .leftJoin('projects', 'projects.id', 'photos.projectId')
      .select(['photos.deletedAt', 'projects.deletedAt as projectDeletedAt'])
      .where('photos.id', '=', photoId)
      .executeTakeFirst()
    return row !== undefined && (row.deletedAt !== null || row.projectDeletedAt !== null)
  } catch (error) {
    if (error instanceof StoreFailed) return false
    throw error
  }
}

function photographOf({ made, wide, ...row }: PhotoRow): Photograph {
  const widths = readMade(made)
  return { ...row, widths, wide: wide === 1, ready: widths.length > 0 }
}
