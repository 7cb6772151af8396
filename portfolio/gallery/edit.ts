import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Audience } from '#portfolio/audience.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { imageLayouts } from '#portfolio/photo/photo.ts'
import { imageIdOf } from '#portfolio/photo/image-of-photo.ts'
import { findShownPhoto, imageNotFound } from '#portfolio/photo/replace.ts'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
import { orderChanged } from '#portfolio/project/order.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { changeGallery } from './change-gallery.ts'
import { orderBeforeMove, readGallery, writeOrder, type GalleryImage } from './order.ts'

/** Moves images as one block, in their order, to a 1-based position or to the end (`last`): all or none. */
export async function moveImages(
  unit: UnitOfWork,
  _: Admin,
  input: { projectId: string; photoIds: readonly string[]; position: string },
): Promise<Result> {
  const found = await findImages(unit, input)
  if (!found.ok) return found
  const { chosen, others, audience } = found.value
  const last = others.length + 1
  const position = input.position === 'last' ? last : parseWholeNumber(input.position)
  if (position === null || position < 1 || position > last) {
    return refused('wrong-value', `A position is a whole number from 1 to ${last}.`)
  }
  await changeGallery(unit, { id: input.projectId, audience }, async () => {
    await recordMove(unit, input.projectId, chosen)
    await writeOrder(unit, others.toSpliced(position - 1, 0, ...chosen))
  })
  return done()
}

/** Undoes the last move of images in a gallery; refuses (`newer`) if that is not the one with this `moveId`. */
export async function undoImageMove(
  unit: UnitOfWork,
  _: Admin,
  { projectId, moveId }: { projectId: string; moveId: string },
): Promise<Result> {
  const audience = await touchProject(unit, projectId)
  if (!audience) return projectNotFound
  const moved = await unit.tx
    .selectFrom('photos')
    .select(['id', 'formerPosition'])
    .where('projectId', '=', projectId)
    .where('moveId', '=', moveId)
    .where('deletedAt', 'is', null)
    .execute()
  if (moved.length === 0) return orderChanged
  await changeGallery(unit, { id: projectId, audience }, async () => {
    await writeOrder(unit, orderBeforeMove(await readGallery(unit, projectId), moved))
    await recordMove(unit, projectId, [])
  })
  return done()
}

/** Moves images to the bin, all of them or none, for `restorableMs`. */
export async function removeImages(
  unit: UnitOfWork,
  _: Admin,
  input: { projectId: string; photoIds: readonly string[] },
): Promise<Result<{ removalId: string }>> {
  const found = await findImages(unit, input)
  if (!found.ok) return found
  const { chosen, others, audience } = found.value
  const ids = chosen.map(({ id }) => id)
  const removalId = unit.newId()
  await changeGallery(unit, { id: input.projectId, audience }, async () => {
    const deletedAt = await retentionStart(unit)
    await unit.tx.updateTable('photos').set({ deletedAt, removalId }).where('id', 'in', ids).execute()
    await writeOrder(unit, others)
  })
  unit.publish({ about: 'bin' })
  return done({ removalId })
}

/** Makes an image of the gallery the cover. An empty id undoes the choice: see `coverIdOf` for the cover without it. */
export async function chooseCover(
  unit: UnitOfWork,
  _: Admin,
  { projectId, photoId }: { projectId: string; photoId: string },
): Promise<Result> {
  const audience = await touchProject(unit, projectId)
  if (!audience) return projectNotFound
  if (photoId !== '') {
    const image = await findShownPhoto(unit, projectId, photoId)
    if (!image) return imageNotFound
    if (image.hidden === 1) return refused('wrong-value', 'This image is hidden. Show it first.')
  }
  const coverImageId = photoId || null
  await changeGallery(unit, { id: projectId, audience }, async () => {
    await unit.tx.updateTable('projects').set({ coverImageId }).where('id', '=', projectId).execute()
  })
  return done()
}

/** The last write wins. Refuses a layout for two images if no image follows, or if the next one is `full`. */
export async function setImageLayout(
  unit: UnitOfWork,
  _: Admin,
  input: { projectId: string; photoId: string; layout: string },
): Promise<Result> {
  const layout = imageLayouts.find((one) => one === input.layout)
  if (!layout) return refused('wrong-value', 'There is no such layout.')
  const audience = await touchProject(unit, input.projectId)
  if (!audience) return projectNotFound
  const image = await findShownPhoto(unit, input.projectId, input.photoId)
  if (!image) return imageNotFound
  const needsNext = layout === 'pair' || layout === 'compare'
  const next = needsNext ? await findNextImage(unit, input.projectId, image.id) : undefined
  if (needsNext && !next) return refused('wrong-value', 'No image follows this one.')
  if (next?.layout === 'full') return refused('wrong-value', 'The next image is shown at full width.')
  const layoutPartner = next?.imageId ?? null
  await unit.tx.updateTable('photos').set({ layout, layoutPartner }).where('id', '=', image.id).execute()
  unit.publish({ about: 'project', id: input.projectId, audience: image.hidden === 1 ? 'admins' : audience })
  return done()
}

async function findNextImage({ tx }: UnitOfWork, projectId: string, id: string) {
  return tx
    .selectFrom('photos')
    .select((eb) => [imageIdOf(eb).as('imageId'), 'layout'])
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .where('position', '>', (eb) => eb.selectFrom('photos').select('position').where('id', '=', id))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

/** Splits a gallery into the chosen images and the others, each in order. Refuses duplicates and missing images. */
export async function findImages(
  unit: UnitOfWork,
  { projectId, photoIds }: { projectId: string; photoIds: readonly string[] },
): Promise<Result<{ chosen: GalleryImage[]; others: GalleryImage[]; audience: Audience }>> {
  const wanted = new Set(photoIds)
  if (photoIds.length === 0) return refused('wrong-value', 'Choose at least one image first.')
  if (wanted.size < photoIds.length) return refused('wrong-value', 'An image was sent twice. Nothing was changed.')
  const audience = await touchProject(unit, projectId)
  if (!audience) return projectNotFound
  const images = await readGallery(unit, projectId)
  const chosen = images.filter((image) => wanted.has(image.imageId))
  const missing = wanted.size - chosen.length
  if (missing > 0 && wanted.size === 1) return imageNotFound
  if (missing > 0) {
    return refused(
      'unknown',
      `${missing} of these images ${missing === 1 ? 'is' : 'are'} no longer there. Nothing was changed.`,
    )
  }
  return done({ chosen, others: images.filter((image) => !wanted.has(image.imageId)), audience })
}

/** Records the positions of these images for an undo, and clears the record of the previous move. */
async function recordMove(unit: UnitOfWork, projectId: string, images: readonly GalleryImage[]): Promise<void> {
  const inProject = unit.tx.updateTable('photos').where('projectId', '=', projectId)
  await inProject.set({ moveId: null, formerPosition: null }).where('moveId', 'is not', null).execute()
  if (images.length === 0) return
  await inProject
    .set((eb) => ({ moveId: unit.newId(), formerPosition: eb.ref('position') }))
    .where(
      'id',
      'in',
      images.map(({ id }) => id),
    )
    .execute()
}
