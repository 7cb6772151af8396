import { audienceOf, type Audience } from '#portfolio/audience.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import { parseCrops } from '#portfolio/derivative/crops-column.ts'
import { cropsOf } from '#portfolio/derivative/crops.ts'
import { uprightProportion } from '#portfolio/derivative/proportions.ts'
import { hdrViewOf } from '#portfolio/derivative/hdr.ts'
import { parseWidths } from '#portfolio/derivative/widths-column.ts'
import { coverIdOf } from './cover.ts'
import type { ImageLayout, PhotoView } from './photo.ts'
import type { StudioPhoto } from '#portfolio/studio/studio.ts'

type Db = Ports['db']
type PhotoRow = Pick<PhotosTable, (typeof photoColumns)[number]>

const photoColumns = [
  'id',
  'imageId',
  'formerId',
  'width',
  'height',
  'colour',
  'placeholder',
  'alt',
  'caption',
  'credit',
  'kind',
  'focalX',
  'focalY',
  'recipe',
  'made',
  'wide',
  'place',
  'crops',
  'gainMap',
  'hidden',
  'layout',
  'layoutPartner',
] as const

/** The covers of these projects by project id. See `coverIdOf`. */
export async function coversOf(db: Db, projectIds: readonly string[]): Promise<Map<string, PhotoView>> {
  if (projectIds.length === 0) return new Map()
  const covers = await db
    .selectFrom('projects')
    .select((eb) => coverIdOf(eb).as('id'))
    .where('id', 'in', projectIds)
    .execute()
  const ids = covers.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('photos')
    .select([...photoColumns, 'projectId'])
    .where('id', 'in', ids)
    .execute()
  const shown = await withFormerPhotos(db, rows)
  return new Map(shown.map((row) => [row.projectId ?? '', toPhotoView({ ...row, place: 'cover' })]))
}

/** The images of a gallery by position, hidden ones only for admins. */
export async function galleryOf(db: Db, projectId: string, audience: Audience = 'everyone'): Promise<PhotoView[]> {
  const rows = await db
    .selectFrom('photos')
    .select(photoColumns)
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
  const isShown = (row: (typeof rows)[number] | undefined) => audience === 'admins' || row?.hidden === 0
  return (await withFormerPhotos(db, rows)).flatMap((row, index, all) => {
    const next = all[index + 1]
    const layout = layoutOf(row, isShown(next) ? next : undefined)
    return isShown(row) ? [{ ...toPhotoView(row), ...(layout !== 'automatic' && { layout }) }] : []
  })
}

/** The effective layout: automatic if the image that it needs does not follow directly, or has the full width. */
export function layoutOf<Row extends Pick<PhotosTable, 'id' | 'imageId' | 'layout' | 'layoutPartner'>>(
  { layout, layoutPartner }: Row,
  next: Row | undefined,
): ImageLayout {
  if (layout === 'automatic' || layout === 'full') return layout
  return next && (next.imageId ?? next.id) === layoutPartner && next.layout !== 'full' ? layout : 'automatic'
}

/** Until a photo has a derivative, its image shows the former photo, with the texts and focal point of the image. */
async function withFormerPhotos<Row extends PhotoRow>(db: Db, rows: readonly Row[]): Promise<readonly Row[]> {
  const formerIds = rows.flatMap(({ formerId }) => formerId ?? [])
  if (formerIds.length === 0) return rows
  const shown = await db.selectFrom('photos').select(photoColumns).where('id', 'in', formerIds).execute()
  return rows.map((row) => {
    const former = shown.find(({ id }) => id === row.formerId)
    if (!former) return row
    const { imageId, alt, caption, credit, kind, focalX, focalY, hidden, layout, layoutPartner } = row
    return { ...row, ...former, imageId, alt, caption, credit, kind, focalX, focalY, hidden, layout, layoutPartner }
  })
}

/** All photos of these projects that visitors see, by project id: the cover first, then the other images in order. */
export async function photosOf(db: Db, projectIds: readonly string[]): Promise<Map<string, PhotoView[]>> {
  if (projectIds.length === 0) return new Map()
  const covers = await coversOf(db, projectIds)
  const rows = await db
    .selectFrom('photos')
    .select([...photoColumns, 'projectId'])
    .where('projectId', 'in', projectIds)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .where('hidden', '=', 0)
    .orderBy('position')
    .execute()
  const all = new Map<string, PhotoView[]>(projectIds.map((id) => [id, [covers.get(id) ?? []].flat()]))
  for (const row of await withFormerPhotos(db, rows)) {
    const photo = toPhotoView(row)
    if (photo.id !== covers.get(row.projectId ?? '')?.id) all.get(row.projectId ?? '')?.push(photo)
  }
  return all
}

/** The studio's own photos: the newest of each place, or `null`. Reads the index `photosOfProject`. */
export async function findStudioPhotos(db: Db): Promise<{ hero: StudioPhoto | null; portrait: StudioPhoto | null }> {
  const rows = await db
    .selectFrom('photos')
    .select([...photoColumns, 'captionVersion', 'shownProjectId'])
    .where('projectId', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute()
  const newest = async (place: 'hero' | 'portrait') => {
    const row = rows.find((candidate) => candidate.place === place)
    if (!row) return null
    const { captionVersion, shownProjectId } = row
    return { ...toPhotoView(row), captionVersion, shownProject: await findShownProject(db, shownProjectId) }
  }
  const [hero, portrait] = await Promise.all([newest('hero'), newest('portrait')])
  return { hero, portrait }
}

/** `null` for a removed project and a draft, which are not linked to. */
async function findShownProject(db: Db, id: string | null): Promise<StudioPhoto['shownProject']> {
  if (id === null) return null
  const project = await db
    .selectFrom('projects')
    .select(['id', 'slug', 'name'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst()
  return project ?? null
}

export async function findPhotosById(db: Db, ids: readonly string[]): Promise<Map<string, PhotoView>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('photos')
    .select(photoColumns)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, toPhotoView(row)]))
}

/** The images that were removed since `since`, by position, except those of removed projects. */
export async function listRemovedImages(db: Db, since: string) {
  const rows = await db
    .selectFrom('photos')
    .innerJoin('projects', 'projects.id', 'photos.projectId')
    .select(photoColumns.map((column) => `photos.${column}` as const))
    .select(['photos.removalId', 'photos.position', 'photos.deletedAt', 'projects.name as projectName'])
    .where('photos.deletedAt', '>=', since)
    .where('photos.removalId', 'is not', null)
    .where('projects.deletedAt', 'is', null)
    .orderBy('photos.position')
    .execute()
  return (await withFormerPhotos(db, rows)).map(({ removalId, position, deletedAt, projectName, ...row }) => ({
    removalId: removalId ?? '',
    position,
    deletedAt,
    projectName,
    photo: toPhotoView(row),
  }))
}

/** The number of studio photos, cover photos and first images of galleries that wait for their first derivative. */
export async function countPendingCoversAndStudioPhotos({ db }: Pick<Ports, 'db'>): Promise<number> {
  const { waiting } = await db
    .selectFrom('photos')
    .select((eb) => eb.fn.countAll<number | bigint>().as('waiting'))
    .where('state', '=', 'waiting')
    .where('made', '=', '')
    .where((eb) => eb.or([eb('place', '!=', 'gallery'), eb('position', '=', 1)]))
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/**
 * Returns a function that finds who may see a photo: `null` if it is unknown or removed, `admins` if it is hidden, in a
 * draft or in the bin, or if the site is closed. A replaced photo can be seen until the new one has a derivative. While
 * the database fails, photos that were public after the last change stay public, so that open pages still work.
 */
export function createPhotoAudienceFinder({ db, events }: Pick<Ports, 'db' | 'events'>) {
  const editionWhenPublic = new Map<string, string>()
  return async (photoId: string): Promise<Audience | null> => {
    const edition = events.edition()
    try {
      const audience = await findAudience(db, photoId)
      if (audience === 'everyone') editionWhenPublic.set(photoId, edition)
      else editionWhenPublic.delete(photoId)
      return audience
    } catch (error) {
      if (error instanceof DatabaseFailed && editionWhenPublic.get(photoId) === edition) return 'everyone'
      throw error
    }
  }
}

async function findAudience(db: Db, photoId: string): Promise<Audience | null> {
  const row = await db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select([
      'photos.projectId',
      'photos.deletedAt',
      'removalId',
      'hidden',
      'projects.deletedAt as projectDeletedAt',
      'publishedAt',
    ])
    .select((eb) => eb.selectFrom('siteSetup').select('visibility').as('visibility'))
    .where('photos.id', '=', photoId)
    .executeTakeFirst()
  if (!row) return null
  let isInBin = row.removalId !== null
  if (!isInBin && row.deletedAt !== null && !(await isShownAsFormer(db, photoId, 'deletedAt', 'is'))) {
    if (!(await isShownAsFormer(db, photoId, 'removalId', 'is not'))) return null
    isInBin = true
  }
  if (isInBin || row.hidden === 1 || row.projectDeletedAt !== null || row.visibility === 'closed') return 'admins'
  return row.projectId === null ? 'everyone' : audienceOf(row)
}

/** Whether an image in a gallery (`deletedAt` is null) or in the bin (`removalId` is not) shows this former photo. */
async function isShownAsFormer(
  db: Db,
  photoId: string,
  column: 'deletedAt' | 'removalId',
  operator: 'is' | 'is not',
): Promise<boolean> {
  const next = await db
    .selectFrom('photos')
    .select('id')
    .where('formerId', '=', photoId)
    .where(column, operator, null)
    .executeTakeFirst()
  return next !== undefined
}

function toPhotoView({
  id,
  imageId,
  width,
  height,
  colour,
  placeholder,
  alt,
  caption,
  credit,
  kind,
  focalX,
  focalY,
  recipe,
  made,
  wide,
  place,
  crops,
  gainMap,
  hidden,
}: PhotoRow): PhotoView {
  const widths = parseWidths(made)
  // Crops of an earlier focal point are not shown.
  const used = new Set(cropsOf({ width, height, focalX, focalY }, place).map(({ name }) => name))
  const texts = { colour, placeholder, alt, caption, credit, kind }
  const row = { id: imageId ?? id, originalId: id, width, height, ...texts, focalX, focalY, recipe }
  const shown = parseCrops(crops).filter(({ name }) => used.has(name))
  const hdr = hdrViewOf({ id, width, recipe, wide, gainMap }, widths, shown)
  const upright = place === 'cover' ? uprightProportion({ width, height }) : null
  return {
    ...row,
    ...(upright && { upright }),
    ...(hdr && { hdr }),
    widths,
    wide: wide === 1,
    crops: Object.fromEntries(shown.map(({ proportion, name, widths: made }) => [proportion, { name, widths: made }])),
    ready: widths.length > 0,
    ...(hidden === 1 && { hidden: true }),
  }
}
