import type { Admin } from '#portfolio/account/as-admin.ts'
import { changeGallery } from '#portfolio/gallery/change-gallery.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { imageIdOf } from './image-of-photo.ts'
import { restorableMs } from '#portfolio/bin/retention.ts'

/** An image of a gallery, and the photo that the client expects it to show. */
export interface ExpectedPhoto {
  /** Id of the image. */
  readonly photoId: string
  /** Id of the photo; if the image shows another photo, the command is refused. */
  readonly originalId: string
}

export const imageNotFound = refused('unknown', 'This image is no longer there.')

export const replacedMeanwhile = refused(
  'newer',
  'Someone replaced this image in the meantime. Choose the file again to replace theirs.',
)

/** Brings back the photo that `originalId` replaced. Keeps texts and focal point. Repeating it changes nothing. */
export async function undoReplacement(
  unit: UnitOfWork,
  _: Admin,
  { projectId, photoId, originalId }: ExpectedPhoto & { readonly projectId: string },
): Promise<Result> {
  const audience = await touchProject(unit, projectId)
  if (!audience) return projectNotFound
  const shown = await findShownPhoto(unit, projectId, photoId)
  if (!shown) return imageNotFound
  if (shown.id !== originalId) {
    const isUndone = (await findRemovedPhoto(unit, originalId))?.replacedId === shown.id
    return isUndone ? done() : refused('newer', 'Someone changed this picture in the meantime. Nothing was changed.')
  }
  const former = await findRemovedPhoto(unit, shown.replacedId)
  if (!former || isRestoreExpired(unit, shown, former))
    return refused('unknown', 'The previous picture is no longer there.')
  await changeGallery(unit, { id: projectId, audience }, async () => {
    const imageColumns = await removeShownPhoto(unit, shown)
    await unit.tx
      .updateTable('photos')
      .set({ ...imageColumns, deletedAt: null })
      .where('id', '=', former.id)
      .execute()
  })
  unit.wakeJobs()
  return done()
}

/** The photo that a gallery image shows. Call `touchProject` first: it locks the project. */
export async function findShownPhoto({ tx }: UnitOfWork, projectId: string, photoId: string) {
  return tx
    .selectFrom('photos')
    .select(['id', 'replacedId', 'formerId', 'made', 'hidden'])
    .where((eb) => eb(imageIdOf(eb), '=', photoId))
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

type ShownPhoto = NonNullable<Awaited<ReturnType<typeof findShownPhoto>>>

/** The columns that belong to the image, whichever photo it shows. */
const columnsOfImage = [
  'position',
  'alt',
  'caption',
  'captionVersion',
  'credit',
  'kind',
  'focalX',
  'focalY',
  'moveId',
  'formerPosition',
  'hidden',
  'layout',
  'layoutPartner',
] as const

/** Removes the photo of an image. Returns the columns that the next photo of the image takes over. */
export async function removeShownPhoto(
  unit: UnitOfWork,
  { id }: ShownPhoto,
): Promise<Pick<PhotosTable, (typeof columnsOfImage)[number]>> {
  return unit.tx
    .updateTable('photos')
    .set({ deletedAt: await retentionStart(unit) })
    .where('id', '=', id)
    .returning(columnsOfImage)
    .executeTakeFirstOrThrow()
}

/** Whether a removed photo can no longer be restored. The clean-up deletes its files a day later. */
function isRestoreExpired(
  { now }: UnitOfWork,
  { formerId }: ShownPhoto,
  former: { id: string; deletedAt: string | null },
) {
  const oldest = new Date(Date.parse(now) - restorableMs).toISOString()
  return former.id !== formerId && (former.deletedAt ?? now) < oldest
}

async function findRemovedPhoto({ tx }: UnitOfWork, id: string | null) {
  return tx
    .selectFrom('photos')
    .select(['id', 'replacedId', 'deletedAt'])
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
}
