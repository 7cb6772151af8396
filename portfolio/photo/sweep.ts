import type { Parts } from '#portfolio/parts.ts'
import { findUnowned, leftoverKeptMs } from './owned.ts'
import { derivativesOf } from './photo.ts'

const day = 24 * 60 * 60_000
/** How long deleted projects and images keep their files. */
export const deletedKeptMs = 30 * day

/** Ends what has been deleted for 30 days: first the row says so, then the files go, then the row. */
export async function sweepDeleted(parts: Pick<Parts, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  const before = new Date(parts.now().getTime() - deletedKeptMs).toISOString()
  const photos = await parts.db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(['photos.id', 'photos.storageKey'])
    .where((of) => of.or([of('photos.deletedAt', '<', before), of('projects.deletedAt', '<', before)]))
    .execute()
  for (const photo of photos) {
    await parts.files.remove(photo.storageKey)
    await parts.files.remove(derivativesOf(photo.id))
    await parts.db.deleteFrom('photos').where('id', '=', photo.id).execute()
  }
  await parts.db.deleteFrom('projects').where('deletedAt', '<', before).execute()
  if (photos.length > 0) parts.log.info('deleted photographs were swept', { photos: photos.length })
  return photos.length
}

/** Removes derivatives that were made again by a newer recipe more than a day ago: no open page asks for them any more. */
export async function sweepFormer(parts: Pick<Parts, 'db' | 'files' | 'now'>): Promise<number> {
  const before = new Date(parts.now().getTime() - leftoverKeptMs).toISOString()
  const photos = await parts.db
    .selectFrom('photos')
    .select(['id', 'formerRecipe'])
    .where('formerRecipe', 'is not', null)
    .where('state', '=', 'ready')
    .where('dueAt', '<', before)
    .execute()
  for (const { id, formerRecipe } of photos) {
    if (formerRecipe) await parts.files.remove(derivativesOf(id, formerRecipe))
    await parts.db.updateTable('photos').set({ formerRecipe: null }).where('id', '=', id).execute()
  }
  return photos.length
}

/** Removes files that no row knows of: what a process left that ended between storing a file and hanging it. */
export async function sweepUnowned(parts: Pick<Parts, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  let swept = 0
  for await (const key of findUnowned(parts)) {
    await parts.files.remove(key)
    parts.log.info('a file that hangs nowhere was swept', { key })
    swept += 1
  }
  return swept
}

/** Discards uploads that nobody hung within a day, and what cut-off attempts have left. */
export async function sweepLeftovers(parts: Pick<Parts, 'uploads' | 'files' | 'now'>): Promise<void> {
  const before = new Date(parts.now().getTime() - leftoverKeptMs)
  await parts.uploads.sweep(before)
  await parts.files.sweepDrafts(before)
}
