import { FilesFailed, type Parts } from '#portfolio/parts.ts'
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
  let swept = 0
  for (const photo of photos) {
    if (!(await remove(parts, [photo.storageKey, derivativesOf(photo.id)]))) continue
    await parts.db.deleteFrom('photos').where('id', '=', photo.id).execute()
    swept += 1
  }
  // With the project would go the rows of photographs that still have a file.
  await parts.db
    .deleteFrom('projects')
    .where('deletedAt', '<', before)
    .where('id', 'not in', (of) => of.selectFrom('photos').select('projectId').where('projectId', 'is not', null))
    .execute()
  if (swept > 0) parts.log.info('deleted photographs were swept', { photos: swept })
  return swept
}

/** Removes derivatives that were made again by a newer recipe more than a day ago: no open page asks for them any more. */
export async function sweepFormer(parts: Pick<Parts, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  const before = new Date(parts.now().getTime() - leftoverKeptMs).toISOString()
  const photos = await parts.db
    .selectFrom('photos')
    .select(['id', 'formerRecipe'])
    .where('formerRecipe', 'is not', null)
    .where('state', '=', 'ready')
    .where('dueAt', '<', before)
    .execute()
  let swept = 0
  for (const { id, formerRecipe } of photos) {
    if (formerRecipe && !(await remove(parts, [derivativesOf(id, formerRecipe)]))) continue
    await parts.db.updateTable('photos').set({ formerRecipe: null }).where('id', '=', id).execute()
    swept += 1
  }
  return swept
}

/** Removes files that no row knows of: what a process left that ended between storing a file and hanging it. */
export async function sweepUnowned(parts: Pick<Parts, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  let swept = 0
  for await (const key of findUnowned(parts)) {
    if (!(await remove(parts, [key]))) continue
    parts.log.info('a file that hangs nowhere was swept', { key })
    swept += 1
  }
  return swept
}

/** Discards uploads that nobody hung within a day. */
export async function sweepUploads({ uploads, now }: Pick<Parts, 'uploads' | 'now'>): Promise<void> {
  await uploads.sweep(new Date(now().getTime() - leftoverKeptMs))
}

/** Removes what attempts that were cut off a day ago have left. */
export async function sweepDrafts({ files, now }: Pick<Parts, 'files' | 'now'>): Promise<void> {
  await files.sweepDrafts(new Date(now().getTime() - leftoverKeptMs))
}

/** Says whether all are gone. One that the disk does not let go is told, and must not keep the others: asked again later. */
async function remove({ files, log }: Pick<Parts, 'files' | 'log'>, keys: readonly string[]): Promise<boolean> {
  let gone = true
  for (const key of keys) {
    try {
      await files.remove(key)
    } catch (error) {
      if (!(error instanceof FilesFailed)) throw error
      log.error('a file could not be removed', { key, cause: String(error.cause) })
      gone = false
    }
  }
  return gone
}
