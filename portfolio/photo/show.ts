import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import { parseWidths } from './made-column.ts'
import type { PhotoView } from './photo.ts'

type Db = Ports['db']
type PhotoRow = Pick<PhotosTable, (typeof photoColumns)[number]>

const photoColumns = [
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

/** The covers of these projects by project id. */
export async function coversOf(db: Db, projectIds: readonly string[]): Promise<Map<string, PhotoView>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('photos')
    .select([...photoColumns, 'projectId'])
    .where('place', '=', 'cover')
    .where('deletedAt', 'is', null)
    .where('projectId', 'in', projectIds)
    .execute()
  return new Map(rows.map((row) => [row.projectId ?? '', toPhotoView(row)]))
}

/** The images of a project by position. */
export async function galleryOf(db: Db, projectId: string): Promise<PhotoView[]> {
  const rows = await db
    .selectFrom('photos')
    .select(photoColumns)
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map(toPhotoView)
}

/** All photos of these projects by project id: the cover first, then the images by position. */
export async function photosOf(db: Db, projectIds: readonly string[]): Promise<Map<string, PhotoView[]>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('photos')
    .select([...photoColumns, 'projectId'])
    .where('projectId', 'in', projectIds)
    .where('place', 'in', ['cover', 'gallery'])
    .where('deletedAt', 'is', null)
    .orderBy('place')
    .orderBy('position')
    .execute()
  const all = new Map<string, PhotoView[]>(projectIds.map((id) => [id, []]))
  for (const row of rows) all.get(row.projectId ?? '')?.push(toPhotoView(row))
  return all
}

/** The studio's own photos: the newest of each place, or `null`. Reads the index `photosOfProject`. */
export async function studioPhotos(db: Db): Promise<{ hero: PhotoView | null; portrait: PhotoView | null }> {
  const rows = await db
    .selectFrom('photos')
    .select([...photoColumns, 'place'])
    .where('projectId', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute()
  const newest = (place: 'hero' | 'portrait') => {
    const row = rows.find((candidate) => candidate.place === place)
    return row ? toPhotoView(row) : null
  }
  return { hero: newest('hero'), portrait: newest('portrait') }
}

/** The number of covers and studio photos without a derivative. */
export async function countPendingCoversAndStudioPhotos({ db }: Pick<Ports, 'db'>): Promise<number> {
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

/** Whether the photo or its project is removed; `false` when the database fails, so that visitors still see photos. */
export async function isRemoved({ db }: Pick<Ports, 'db'>, photoId: string): Promise<boolean> {
  try {
    const row = await db
      .selectFrom('photos')
      .leftJoin('projects', 'projects.id', 'photos.projectId')
      .select(['photos.deletedAt', 'projects.deletedAt as projectDeletedAt'])
      .where('photos.id', '=', photoId)
      .executeTakeFirst()
    return row !== undefined && (row.deletedAt !== null || row.projectDeletedAt !== null)
  } catch (error) {
    if (error instanceof DatabaseFailed) return false
    throw error
  }
}

function toPhotoView({
  id,
  width,
  height,
  colour,
  placeholder,
  alt,
  focalX,
  focalY,
  recipe,
  made,
  wide,
}: PhotoRow): PhotoView {
  const widths = parseWidths(made)
  const row = { id, width, height, colour, placeholder, alt, focalX, focalY, recipe }
  return { ...row, widths, wide: wide === 1, ready: widths.length > 0 }
}
