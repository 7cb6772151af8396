import { asAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import type { Person } from '#portfolio/account/account.ts'
import { audienceOf } from '#portfolio/audience.ts'
import { changeGallery } from '#portfolio/gallery/change-gallery.ts'
import { insertAtPositions, readGallery, writeOrder, type GalleryImage } from '#portfolio/gallery/order.ts'
import { imageIdOf } from '#portfolio/photo/image-of-photo.ts'
import { deleteErased } from '#portfolio/photo/expire.ts'
import { erasedAt } from './retention.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import { endPrivateLinks } from '#portfolio/private-link/end.ts'
import { projectLimits } from '#portfolio/project/project.ts'
import { touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { Erased } from './bin.ts'
import { binStart } from './read.ts'

const notInBin = refused('unknown', 'This is no longer in the bin.')

/** Restores a project at its position, with its photos; a published project is published again. */
export async function restoreProject(unit: UnitOfWork, _: Admin, { id }: { id: string }): Promise<Result> {
  const restored = await unit.tx
    .updateTable('projects')
    .set({ deletedAt: null, changedAt: unit.now })
    .where('id', '=', id)
    .where('deletedAt', '>=', await binStartOf(unit))
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

/** Restores images at their positions. Refuses if the gallery cannot hold them, or if its project is removed. */
export async function restoreImages(unit: UnitOfWork, _: Admin, { removalId }: { removalId: string }): Promise<Result> {
  const projectId = (await findRemovedImages(unit, removalId))[0]?.projectId ?? ''
  const audience = await touchProject(unit, projectId)
  if (!audience) return notInBin
  // Read again now that the project is locked: the images may have been restored or erased meanwhile.
  const images = await findRemovedImages(unit, removalId)
  if (images.length === 0) return notInBin
  const gallery = await readGallery(unit, projectId)
  if (gallery.length + images.length > projectLimits.images)
    return refused('wrong-value', `A project can have at most ${projectLimits.images} images.`)
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

export async function eraseProject(
  ports: Ports,
  person: Person | null,
  { id }: { id: string },
): Promise<Result<Erased>> {
  return eraseWithFiles(ports, person, async (unit) => {
    const erased = await unit.tx
      .updateTable('projects')
      // Frees the slug for other projects.
      .set((eb) => ({ deletedAt: erasedAt, slug: eb.ref('id') }))
      .where('id', '=', id)
      .where('deletedAt', '>=', await binStartOf(unit))
      .returning('id')
      .executeTakeFirst()
    if (!erased) return null
    await endPrivateLinks(unit, id)
    return unit.tx.updateTable('photos').set(erasedPhoto).where('projectId', '=', id).returning('id').execute()
  })
}

/** Erases images that were removed together, with the photos that they showed before. */
export async function eraseImages(
  ports: Ports,
  person: Person | null,
  { removalId }: { removalId: string },
): Promise<Result<Erased>> {
  return eraseWithFiles(ports, person, async (unit) => {
    const projectId = (await findRemovedImages(unit, removalId))[0]?.projectId ?? ''
    await lockProjectEvenInBin(unit, projectId)
    // Somebody may have restored the images before the lock.
    const imageIds = (await findRemovedImages(unit, removalId)).map(({ imageId }) => imageId)
    if (imageIds.length === 0) return null
    return unit.tx
      .updateTable('photos')
      .set(erasedPhoto)
      .where((eb) => eb(imageIdOf(eb), 'in', imageIds))
      .returning('id')
      .execute()
  })
}

/** The columns of a photo that is no longer shown and cannot be restored. */
const erasedPhoto = { deletedAt: erasedAt, removalId: null }

/** `erase` marks rows as erased, so the clean-up deletes what a failure leaves; `null`: there is nothing to erase. */
async function eraseWithFiles(
  ports: Ports,
  person: Person | null,
  erase: (unit: UnitOfWork) => Promise<readonly { id: string }[] | null>,
): Promise<Result<Erased>> {
  const erased = await asAdmin(ports, person, async (unit) => {
    const photos = await erase(unit)
    if (!photos) return notInBin
    unit.publish({ about: 'bin' })
    return done(photos.map(({ id }) => id))
  })
  return erased.ok ? done({ filesLeft: !(await deleteFiles(ports, erased.value)) }) : erased
}

async function deleteFiles(ports: Ports, photoIds: readonly string[]): Promise<boolean> {
  try {
    return await deleteErased(ports, photoIds)
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    ports.log.error('erased photos could not be deleted', { cause: String(error.cause) })
    return false
  }
}

/** Locks a project even if it is in the bin, unlike `lockProject` of `touch.ts`. */
async function lockProjectEvenInBin({ tx }: UnitOfWork, id: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set((eb) => ({ changedAt: eb.ref('changedAt') }))
    .where('id', '=', id)
    .execute()
}

async function findRemovedImages(
  unit: UnitOfWork,
  removalId: string,
): Promise<(GalleryImage & { projectId: string | null })[]> {
  return unit.tx
    .selectFrom('photos')
    .select((eb) => ['id', 'projectId', 'position', 'uploadId', imageIdOf(eb).as('imageId')])
    .where('removalId', '=', removalId)
    .where('deletedAt', '>=', await binStartOf(unit))
    .execute()
}

function binStartOf({ tx, now }: UnitOfWork): Promise<string> {
  return binStart(tx, new Date(now))
}
