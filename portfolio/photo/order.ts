import type { UnitOfWork } from '#portfolio/change-together.ts'

/** One image of a gallery, and the 1-based slot that it hangs in. */
export interface Placed {
  readonly id: string
  readonly position: number
  readonly uploadId: string | null
}

/** The images of a gallery in their order. It stays as it is only for whoever has touched the project before. */
export async function placedIn(unit: UnitOfWork, projectId: string | null): Promise<Placed[]> {
  return unit.tx
    .selectFrom('photos')
    .select(['id', 'position', 'uploadId'])
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
}

/** Hangs the images in this order, without a gap. */
export async function arrange(unit: UnitOfWork, order: readonly Placed[]): Promise<void> {
  for (const [index, { id, position }] of order.entries()) {
    if (position === index + 1) continue
    await unit.tx
      .updateTable('photos')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  }
}

/** Moves these images back by one slot. */
export async function makeRoom(unit: UnitOfWork, images: readonly Placed[]): Promise<void> {
  if (images.length === 0) return
  await unit.tx
    .updateTable('photos')
    .set((of) => ({ position: of('position', '+', 1) }))
    .where(
      'id',
      'in',
      images.map((image) => image.id),
    )
    .execute()
}

/**
 * The slot for an upload that was chosen together with others, `selection`: all of their ids, as they were chosen.
 * Files arrive, fail and are tried again in any order, and an answer can get lost. Only the table knows what hangs,
 * so it is asked: next to its neighbours of the selection, wherever they hang by now; without any, at the end.
 */
export function slotAmong(gallery: readonly Placed[], uploadId: string | null, selection: readonly string[]): number {
  const own = uploadId === null ? -1 : selection.indexOf(uploadId)
  const slotOf = (other: string) => gallery.findIndex((image) => image.uploadId === other) + 1
  const before = selection.slice(0, Math.max(own, 0)).reverse().map(slotOf).find(Boolean)
  if (before) return before + 1
  const after =
    own < 0
      ? undefined
      : selection
          .slice(own + 1)
          .map(slotOf)
          .find(Boolean)
  return after ?? gallery.length + 1
}
