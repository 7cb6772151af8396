import type { Ports } from '#portfolio/ports.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import { parseCrops, parseFormerCrops } from '#portfolio/derivative/crops-column.ts'
import { derivativesPrefix, olderRecipes } from '#portfolio/derivative/derivatives.ts'
import { selectShownFormerPhotoIds } from './image-of-photo.ts'
import { removeFiles, removePhotoFiles } from './remove-files.ts'
import { erasedAt, expiresBefore, unownedRetentionMs } from '#portfolio/bin/retention.ts'

/**
 * Deletes projects and photos that were removed `removedRetentionMs` ago: the files first, then the rows. A replaced
 * photo is kept while it is still shown, because the new one has no derivative yet.
 */
export async function expireRemoved(ports: Pick<Ports, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  const before = expiresBefore(ports.now())
  const photos = await ports.db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(['photos.id', 'photos.storageKey', 'photos.bytes'])
    .where((eb) =>
      eb.or([
        eb.and([eb('photos.deletedAt', '<', before), eb('photos.id', 'not in', selectShownFormerPhotoIds(before))]),
        eb('projects.deletedAt', '<', before),
      ]),
    )
    .execute()
  const expired = await deleteFilesThenRows(ports, photos, { projectsBefore: before })
  if (expired > 0) ports.log.info('removed photos expired', { photos: expired })
  return expired
}

/**
 * Deletes all erased projects and photos, or only the erased photos with these ids: the files first, then the rows.
 * Resolves with whether all were deleted. Works even while deletions by age are paused.
 */
export async function deleteErased(
  ports: Pick<Ports, 'db' | 'files' | 'log'>,
  photoIds?: readonly string[],
): Promise<boolean> {
  const erased = ports.db.selectFrom('photos').select(['id', 'storageKey', 'bytes']).where('deletedAt', '=', erasedAt)
  // PostgreSQL does not accept an empty list.
  const photos = photoIds?.length === 0 ? [] : await (photoIds ? erased.where('id', 'in', photoIds) : erased).execute()
  return (await deleteFilesThenRows(ports, photos, { projectsBefore: new Date(0).toISOString() })) === photos.length
}

/** Deletes derivatives of previous recipes a day after their replacement: until then, open pages may request them. */
export async function expireFormerDerivatives(ports: Pick<Ports, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  const before = new Date(ports.now().getTime() - unownedRetentionMs).toISOString()
  const photos = await ports.db
    .selectFrom('photos')
    .select(['id', 'recipe'])
    .where('formerRecipe', 'is not', null)
    .where('state', 'in', ['ready', 'failed'])
    .where('dueAt', '<', before)
    .execute()
  let expired = 0
  for (const { id, recipe } of photos) {
    // An update that was interrupted by the next one may have left derivatives of an intermediate recipe.
    const prefixes = olderRecipes(recipe).map((older) => derivativesPrefix(id, older))
    if (!(await removeFiles(ports, prefixes))) continue
    await ports.db.updateTable('photos').set({ formerRecipe: null }).where('id', '=', id).execute()
    expired += 1
  }
  return expired
}

/** Deletes crops a day after they were last used, such as those for an earlier focal point. */
export async function expireFormerCrops(ports: Pick<Ports, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  const before = new Date(ports.now().getTime() - unownedRetentionMs).toISOString()
  const withFormerCrops = ports.db
    .selectFrom('photos')
    .where('formerCrops', '!=', '[]')
    .where('state', 'in', ['ready', 'failed'])
  let expired = 0
  for (const { id } of await withFormerCrops.select('id').execute()) {
    // Read again: a crop may have come into use while the files of other photos were deleted.
    const photo = await withFormerCrops
      .select(['recipe', 'crops', 'formerCrops'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!photo) continue
    const { recipe, crops, formerCrops } = photo
    const all = parseFormerCrops(formerCrops)
    // A crop whose widths have changed is still shown until it has been made again, which may have failed.
    const isShown = ({ name }: { name: string }) => parseCrops(crops).some((crop) => crop.name === name)
    const due = all.filter((crop) => crop.since < before && !isShown(crop))
    if (due.length === 0) continue
    const prefixes = due.map(({ name }) => derivativesPrefix(id, recipe, name))
    if (!(await removeFiles(ports, prefixes))) continue
    const rest = JSON.stringify(all.filter((crop) => !due.includes(crop)))
    // Changes nothing if the photo was derived again meanwhile.
    const same = { id, formerCrops }
    await ports.db
      .updateTable('photos')
      .set({ formerCrops: rest })
      .where((eb) => eb.and(same))
      .execute()
    expired += due.length
  }
  return expired
}

/** Deletes uploads that were not attached within `unownedRetentionMs`. */
export async function expireUploads({ uploads, now }: Pick<Ports, 'uploads' | 'now'>): Promise<void> {
  await uploads.expire(new Date(now().getTime() - unownedRetentionMs))
}

/** Deletes temporary files older than `unownedRetentionMs`, which an interrupted process left. */
export async function expireTemporaryFiles({ files, now }: Pick<Ports, 'files' | 'now'>): Promise<void> {
  await files.expireTemporaryFiles(new Date(now().getTime() - unownedRetentionMs))
}

/**
 * Deletes these photos, and projects removed before `projectsBefore` that have no photos left. Resolves with the number
 * of deleted photos. A photo whose files cannot be deleted keeps its row for the next run.
 */
async function deleteFilesThenRows(
  ports: Pick<Ports, 'db' | 'files' | 'log'>,
  photos: readonly Pick<PhotosTable, 'id' | 'storageKey' | 'bytes'>[],
  { projectsBefore }: { projectsBefore: string },
): Promise<number> {
  let deleted = 0
  for (const photo of photos) {
    if (!(await removePhotoFiles(ports, photo))) continue
    await ports.db.deleteFrom('photos').where('id', '=', photo.id).execute()
    deleted += 1
  }
  // Deleting a project deletes its photos' rows (cascade), so it is kept while one of them still has files.
  await ports.db
    .deleteFrom('projects')
    .where('deletedAt', '<', projectsBefore)
    .where('id', 'not in', (eb) => eb.selectFrom('photos').select('projectId').where('projectId', 'is not', null))
    .execute()
  return deleted
}
