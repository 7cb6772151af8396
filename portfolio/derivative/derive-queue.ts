import type { ExpressionBuilder } from 'kysely'
import type { Ports } from '#portfolio/ports.ts'
import type { PhotosTable, Tables } from '#portfolio/tables.ts'
import { coverIdOf, findCover } from '#portfolio/photo/cover.ts'
import { isInUse } from '#portfolio/photo/image-of-photo.ts'
import type { Place } from '#portfolio/photo/photo.ts'
import { parseCrops } from './crops-column.ts'
import { croppedPlaces, cropsOf, type CroppedPhoto } from './crops.ts'
import { currentRecipe } from './derivatives.ts'
import type { Crop } from './proportions.ts'

/** The derivatives of one size must be made within this time, or another worker may claim the photo. */
export const claimMs = 5 * 60_000
/** After this many attempts a photo is `failed`. */
export const maxAttempts = 3

const claimedColumns = [
  'id',
  'projectId',
  'place',
  'storageKey',
  'width',
  'height',
  'focalX',
  'focalY',
  'recipe',
  'made',
  'crops',
  'formerCrops',
  'formerId',
  'contrastMap',
  'tries',
] as const
/** What the background job reads of a photo; `place` is where pages use it. */
export type ClaimedPhoto = Pick<PhotosTable, (typeof claimedColumns)[number]>

/**
 * At the start of a site's only process: releases the claims of the previous one. After three interrupted
 * attempts, a photo keeps its claim: if it crashes the process, attempts are at least five minutes apart.
 */
export async function releaseClaims({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const dueAt = now().toISOString()
  await db
    .updateTable('photos')
    .set({ dueAt })
    .where('state', '=', 'waiting')
    .where('tries', '<', maxAttempts)
    .where('dueAt', '>', dueAt)
    .execute()
}

interface QueueOptions {
  readonly isStopped?: () => boolean
  /** Photos per statement: few enough to finish within PostgreSQL's timeout of 2.5 s, even on a busy machine. */
  readonly perStatement?: number
}

/**
 * Once after each start: queues photos for which an earlier version made other derivatives than this one makes, and
 * heroes without a contrast map.
 */
export async function queueOutdatedPhotos(
  { db, now }: Pick<Ports, 'db' | 'now'>,
  { isStopped = () => false, perStatement = 500 }: QueueOptions = {},
): Promise<void> {
  const dueAt = now().toISOString()
  const queue = (ids: readonly string[]) => queueReadyPhotos(db, ids, dueAt)
  const olderRecipes = db
    .selectFrom('photos')
    .select('id')
    .where('state', '=', 'ready')
    .where('recipe', '!=', currentRecipe)
    .limit(perStatement)
  for (;;) {
    const photos = await olderRecipes.execute()
    if (photos.length === 0 || isStopped()) break
    // Another process may queue them first, so the loop ends when none is left, not when none was changed.
    await queue(photos.map(({ id }) => id))
  }
  const ids = [...(await findPhotosWithoutCrops(db)), ...(await findUnmeasuredHeroes(db))]
  for (let start = 0; start < ids.length && !isStopped(); start += perStatement)
    await queue(ids.slice(start, start + perStatement))
}

async function queueReadyPhotos(db: Ports['db'], ids: readonly string[], dueAt: string): Promise<void> {
  await db
    .updateTable('photos')
    .set({ state: 'waiting', tries: 0, dueAt })
    .where('id', 'in', ids)
    .where('state', '=', 'ready')
    .execute()
}

/** A hero that an older version derived without measuring its contrast. */
async function findUnmeasuredHeroes(db: Ports['db']): Promise<string[]> {
  const photos = await db
    .selectFrom('photos')
    .select('id')
    .where('projectId', 'is', null)
    .where('place', '=', 'hero')
    .where('contrastMap', '=', '')
    .where('state', '=', 'ready')
    .where('deletedAt', 'is', null)
    .execute()
  return photos.map(({ id }) => id)
}

async function findPhotosWithoutCrops(db: Ports['db']): Promise<string[]> {
  const photos = await db
    .selectFrom('photos')
    .select(['id', 'place', 'width', 'height', 'focalX', 'focalY', 'crops'])
    .where((eb) =>
      eb.or([
        eb('place', 'in', croppedPlaces),
        eb(
          'id',
          'in',
          eb
            .selectFrom('projects')
            .select((project) => coverIdOf(project).as('coverId'))
            .where('deletedAt', 'is', null),
        ),
      ]),
    )
    .where('state', '=', 'ready')
    .where('deletedAt', 'is', null)
    .execute()
  return (
    photos
      // Of gallery photos, only covers were selected.
      .map((photo) => (photo.place === 'gallery' ? { ...photo, place: 'cover' as const } : photo))
      .filter((photo) => missingCrops(photo).length > 0)
      .map(({ id }) => id)
  )
}

export function missingCrops(photo: CroppedPhoto & Pick<PhotosTable, 'place' | 'crops'>): Crop[] {
  const made = new Map(parseCrops(photo.crops).map(({ name, widths }) => [name, widths.join()]))
  // An earlier version may have made other widths.
  return cropsOf(photo, photo.place).filter(({ name, widths }) => made.get(name) !== widths.join())
}

/** Whether a photo waits for its first derivative. */
export async function isAnyPhotoWithoutDerivatives({ db }: Pick<Ports, 'db'>): Promise<boolean> {
  const photo = await db
    .selectFrom('photos')
    .select('id')
    .where('state', '=', 'waiting')
    .where('made', '=', '')
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return photo !== undefined
}

/** Claims the next photo that is due, for `claimMs`; its `tries` counts this attempt. `undefined` if none is due. */
export async function claimPhoto(ports: Pick<Ports, 'db' | 'now'>): Promise<ClaimedPhoto | undefined> {
  const photo = await claimRow(ports)
  return photo && { ...photo, place: await placeOfUse(ports.db, photo) }
}

/** Where pages use a photo. An image of a gallery may be used as the cover. */
export async function placeOfUse(
  db: Ports['db'],
  { id, place, projectId }: Pick<PhotosTable, 'id' | 'place' | 'projectId'>,
): Promise<Place> {
  return place === 'gallery' && (await findCover(db, projectId)) === id ? 'cover' : place
}

async function claimRow(ports: Pick<Ports, 'db' | 'now'>): Promise<ClaimedPhoto | undefined> {
  const now = ports.now()
  const isDue = (eb: ExpressionBuilder<Tables, 'photos'>) =>
    // A claim that ends later was made while the clock was ahead.
    eb.or([eb('dueAt', '<=', now.toISOString()), eb('dueAt', '>', after(now, 2 * claimMs))])
  return (
    ports.db
      .updateTable('photos')
      .set((eb) => ({ tries: eb('tries', '+', 1), dueAt: after(now, claimMs) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('photos')
          .select('id')
          .where('state', '=', 'waiting')
          .where(isInUse)
          .where(isDue)
          // Photos that cannot be shown yet come first, those of an older recipe last. Among equals, covers and studio
          // photos come before galleries, and the first image of a gallery, which may be the cover, before the others.
          .orderBy((photo) => photo.case().when('made', '=', '').then(0).else(1).end())
          .orderBy((photo) => photo.case().when('recipe', '=', currentRecipe).then(0).else(1).end())
          .orderBy((photo) =>
            photo.case().when('place', '!=', 'gallery').then(0).when('position', '=', 1).then(1).else(2).end(),
          )
          .orderBy('dueAt')
          // After an update, all photos are due at once.
          .orderBy('createdAt', 'desc')
          .orderBy('position')
          .limit(1),
      )
      // Another worker may have claimed it meanwhile, or even have derived it.
      .where('state', '=', 'waiting')
      .where(isDue)
      .returning(claimedColumns)
      .executeTakeFirst()
  )
}

/** Whether the photo is shown with derivatives of an older recipe. */
export function hasOlderRecipe(photo: Pick<PhotosTable, 'made' | 'recipe'>): boolean {
  return photo.made !== '' && photo.recipe !== currentRecipe
}

/**
 * Undoes the count of an attempt that was stopped, or that failed for a reason other than the photo. The claim then
 * ends at `dueAt` (ISO 8601), if given.
 */
export async function returnAttempt(
  { db }: Pick<Ports, 'db'>,
  { id, tries }: ClaimedPhoto,
  dueAt?: string,
): Promise<void> {
  await db
    .updateTable('photos')
    .set({ tries: Math.max(tries - 1, 0), dueAt })
    .where('id', '=', id)
    .execute()
}

export function after(moment: Date, ms: number): string {
  return new Date(moment.getTime() + ms).toISOString()
}
