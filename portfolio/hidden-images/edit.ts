import type { Admin } from '#portfolio/account/as-admin.ts'
import { imageIdOf } from '#portfolio/photo/image-of-photo.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { Bit } from '#portfolio/tables.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { changeGallery } from '#portfolio/gallery/change-gallery.ts'
import { findImages } from '#portfolio/gallery/edit.ts'

interface ImagesOfProject {
  readonly projectId: string
  readonly photoIds: readonly string[]
}

/** Hides images from visitors, all or none. They keep their positions. Repeating it changes nothing. */
export function hideImages(unit: UnitOfWork, _: Admin, input: ImagesOfProject): Promise<Result> {
  return setHidden(unit, input, 1)
}

/** Shows hidden images to visitors, all or none, at their positions. */
export function showImages(unit: UnitOfWork, _: Admin, input: ImagesOfProject): Promise<Result> {
  return setHidden(unit, input, 0)
}

export async function showHiddenImages(
  unit: UnitOfWork,
  _: Admin,
  { projectId }: { projectId: string },
): Promise<Result> {
  const audience = await touchProject(unit, projectId)
  if (!audience) return projectNotFound
  await changeGallery(unit, { id: projectId, audience }, async () => {
    // Replaced photos of these images too: undo brings them back. Images in the bin stay hidden.
    const selected = unit.tx.selectFrom('photos').select((eb) => imageIdOf(eb).as('imageId'))
    const imageIds = selected.where('projectId', '=', projectId).where('deletedAt', 'is', null)
    await unit.tx
      .updateTable('photos')
      .set({ hidden: 0 })
      .where((eb) => eb(imageIdOf(eb), 'in', imageIds))
      .where('projectId', '=', projectId)
      .where('hidden', '=', 1)
      .execute()
  })
  return done()
}

async function setHidden(unit: UnitOfWork, input: ImagesOfProject, hidden: Bit): Promise<Result> {
  const found = await findImages(unit, input)
  if (!found.ok) return found
  const imageIds = found.value.chosen.map(({ imageId }) => imageId)
  await changeGallery(unit, { id: input.projectId, audience: found.value.audience }, async () => {
    // Replaced photos too: one may still be shown, and undo brings it back.
    await unit.tx
      .updateTable('photos')
      .set({ hidden })
      .where((eb) => eb(imageIdOf(eb), 'in', imageIds))
      .where('projectId', '=', input.projectId)
      .execute()
  })
  return done()
}
