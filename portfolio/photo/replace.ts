import type { ExpressionBuilder } from 'kysely'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { refused } from '#portfolio/result.ts'
import type { PhotosTable, Tables } from '#portfolio/tables.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

/** The image of a gallery whose photo is replaced, and the photo that it is expected to show. */
export interface ShownPhoto {
  readonly photoId: string
  readonly originalId: string
}

export const imageNotFound = refused('unknown', 'This image is no longer there.')

export const replacedMeanwhile = refused(
  'newer',
  'Someone replaced this image in the meantime. Choose the file again to replace theirs.',
)

/** The id of the image that a photo belongs to: that of its first photo. Pages and commands know an image by it. */
export const imageIdOf = (of: ExpressionBuilder<Tables, 'photos'>) => of.fn.coalesce('imageId', 'id')

/** What belongs to the image, whichever photo it shows. */
const columnsOfImage = ['position', 'alt', 'caption', 'captionVersion', 'focalX', 'focalY'] as const

/** The photo that an image of a gallery shows. Call `touchProject` first: it locks the image until the transaction ends. */
export async function findShownPhoto({ tx }: UnitOfWork, projectId: string, photoId: string) {
  return tx
    .selectFrom('photos')
    .select(['id', 'replacedId', 'made', ...columnsOfImage])
    .where((of) => of(imageIdOf(of), '=', photoId))
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Removes the photo of an image; returns the columns with which the next one takes its place. */
export async function removeShownPhoto(
  unit: UnitOfWork,
  { id, replacedId: _, made: __, ...ofImage }: NonNullable<Awaited<ReturnType<typeof findShownPhoto>>>,
): Promise<Pick<PhotosTable, (typeof columnsOfImage)[number]>> {
  await unit.tx
    .updateTable('photos')
    .set({ deletedAt: await retentionStart(unit) })
    .where('id', '=', id)
    .execute()
  return ofImage
}
