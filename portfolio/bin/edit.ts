import { asAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import type { Person } from '#portfolio/account/account.ts'
import { audienceOf } from '#portfolio/audience.ts'
import { changeGallery } from '#portfolio/gallery/change-gallery.ts'
import { insertAtPositions, readGallery, writeOrder, type GalleryImage } from '#portfolio/gallery/order.ts'
import { imageIdOf } from '#portfolio/photo/image-of-photo.ts'
import { removePhotoFiles, storedFilesColumns, type StoredFilesOfPhoto } from '#portfolio/photo/remove-files.ts'
import { restorableSince } from '#portfolio/photo/retention.ts'
import type { Ports } from '#portfolio/ports.ts'
import { projectLimits } from '#portfolio/project/project.ts'
import { touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

const notInBin = refused('unknown', 'This is no longer in the bin.')

/** Brings a project back as it was, with its position and its pictures; a published one is published again. */
export async function restoreProject(unit: UnitOfWork, _: Admin, { id }: { id: string }): Promise<Result> {
  const restored = await unit.tx
    .updateTable('projects')
    .set({ deletedAt: null, changedAt: unit.now })
    .where('id', '=', id)
    .where('deletedAt', '>=', restorableSince(new Date(unit.now)))
    .returning('publishedAt')
    .executeTakeFirst()
  if (!restored) return notInBin
  const audience = audienceOf(restored)
  unit.publish({ about: 'work', audience })
  unit.publish({ about: 'project', id, audience })
  unit.publish({ about: 'bin' })
  unit.wakeJobs()
  return done()
}

/**
 * Brings images that were removed together back to their positions. Refuses if the gallery is full or its project is not
 * there.
 */
export async function restoreImages(unit: UnitOfWork, _: Admin, { removalId }: { removalId: string }): Promise<Result> {
  const projectId = (await findRemovedImages(unit, removalId))[0]?.projectId ?? ''
  const audience = await touchProject(unit, projectId)
  if (!audience) return notInBin
  // Only now the project is locked: they may have been restored or erased meanwhile.
  const images = await findRemovedImages(unit, removalId)
  if (images.length === 0) return notInBin
  const gallery = await readGallery(unit, projectId)
  if (gallery.length + images.length > projectLimits.images)
    return refused('wrong-value', `A project holds ${projectLimits.images} images at most.`)
  await changeGallery(unit, { id: projectId, audience }, async () => {
    await unit.tx
      .updateTable('photos')
      .set({ deletedAt: null, removalId: null })
      .where('removalId', '=', removalId)
      .execute()
    await writeOrder(unit, insertAtPositions(gallery, images))
  })
  unit.publish({ about: 'bin' })
  unit.wakeJobs()
  return done()
}

/** Deletes a project that is in the bin with everything that belongs to it, at once and for good. */
export async function eraseProject(ports: Ports, person: Person | null, { id }: { id: string }): Promise<Result> {
  return eraseWithFiles(ports, person, async (unit) => {
    const photos = await unit.tx.selectFrom('photos').select(storedFilesColumns).where('projectId', '=', id).execute()
    const erased = await unit.tx
      .deleteFrom('projects')
      .where('id', '=', id)
      .where('deletedAt', '>=', restorableSince(new Date(unit.now)))
      .returning('id')
      .executeTakeFirst()
    return erased ? photos : null
  })
}

/** Deletes images that were removed together, with the photos that they showed before, at once and for good. */
export async function eraseImages(
  ports: Ports,
  person: Person | null,
  { removalId }: { removalId: string },
): Promise<Result> {
  return eraseWithFiles(ports, person, async (unit) => {
    const imageIds = (await findRemovedImages(unit, removalId)).map(({ imageId }) => imageId)
    if (imageIds.length === 0) return null
    return unit.tx
      .deleteFrom('photos')
      .where((of) => of(imageIdOf(of), 'in', imageIds))
      .returning(storedFilesColumns)
      .execute()
  })
}

/** `erase` deletes the rows; `null` if there are none. A file that stays, as after a crash, is set aside as an orphan. */
async function eraseWithFiles(
  ports: Ports,
  person: Person | null,
  erase: (unit: UnitOfWork) => Promise<readonly StoredFilesOfPhoto[] | null>,
): Promise<Result> {
  const erased = await asAdmin(ports, person, async (unit) => {
    const photos = await erase(unit)
    if (!photos) return notInBin
    unit.publish({ about: 'bin' })
    return done(photos)
  })
  if (!erased.ok) return erased
  for (const photo of erased.value) await removePhotoFiles(ports, photo)
  return done()
}

async function findRemovedImages(
  unit: UnitOfWork,
  removalId: string,
): Promise<(GalleryImage & { projectId: string | null })[]> {
  return unit.tx
    .selectFrom('photos')
    .select((of) => ['id', 'projectId', 'position', 'uploadId', imageIdOf(of).as('imageId')])
    .where('removalId', '=', removalId)
    .where('deletedAt', '>=', restorableSince(new Date(unit.now)))
    .execute()
}
