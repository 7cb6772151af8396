import { imageIdOf } from '#portfolio/photo/image-of-photo.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

export interface GalleryImage {
  /** Id of the photo that the image shows. */
  readonly id: string
  readonly imageId: string
  readonly position: number
  readonly uploadId: string | null
}

/** The images of a gallery by position. Call `touchProject` first: it locks the order until the transaction ends. */
export async function readGallery(unit: UnitOfWork, projectId: string | null): Promise<GalleryImage[]> {
  return unit.tx
    .selectFrom('photos')
    .select((eb) => ['id', 'position', 'uploadId', imageIdOf(eb).as('imageId')])
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
}

/** Numbers the images of a gallery from 1 in this order. */
export async function writeOrder(unit: UnitOfWork, order: readonly GalleryImage[]): Promise<void> {
  for (const [index, { id, position }] of order.entries()) {
    if (position === index + 1) continue
    await unit.tx
      .updateTable('photos')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  }
}

/** Inserts each image at its own `position`, or at the end if the gallery is shorter now. */
export function insertAtPositions(others: readonly GalleryImage[], images: readonly GalleryImage[]): GalleryImage[] {
  const order = [...others]
  for (const image of images.toSorted((a, b) => a.position - b.position)) order.splice(image.position - 1, 0, image)
  return order
}

export function orderBeforeMove(
  gallery: readonly GalleryImage[],
  moved: readonly { readonly id: string; readonly formerPosition: number | null }[],
): GalleryImage[] {
  const former = new Map(moved.map(({ id, formerPosition }) => [id, formerPosition]))
  const images = gallery.map((image) => ({ ...image, position: former.get(image.id) ?? image.position }))
  const order = insertAtPositions(
    images.filter(({ id }) => !former.has(id)),
    images.filter(({ id }) => former.has(id)),
  )
  return order.flatMap(({ id }) => gallery.find((image) => image.id === id) ?? [])
}

/** Increases the position of each of these images by one. */
export async function shiftPositions(unit: UnitOfWork, images: readonly GalleryImage[]): Promise<void> {
  if (images.length === 0) return
  await unit.tx
    .updateTable('photos')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where(
      'id',
      'in',
      images.map((image) => image.id),
    )
    .execute()
}

/**
 * The 1-based position for an upload: after the nearest earlier upload of its batch that is attached, or else at the
 * position of the nearest later one, or else at the end. Uploads finish in any order.
 */
export function positionInGallery(
  gallery: readonly GalleryImage[],
  uploadId: string | null,
  batch: readonly string[],
): number {
  const own = uploadId === null ? -1 : batch.indexOf(uploadId)
  const positionOf = (other: string) => gallery.findIndex((image) => image.uploadId === other) + 1
  const before = batch.slice(0, Math.max(own, 0)).reverse().map(positionOf).find(Boolean)
  if (before) return before + 1
  const after =
    own < 0
      ? undefined
      : batch
          .slice(own + 1)
          .map(positionOf)
          .find(Boolean)
  return after ?? gallery.length + 1
}
