import { expressionBuilder, type ExpressionBuilder } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'

/** The id of the image that a photo belongs to: that of its first photo. Pages and commands know an image by it. */
export const imageIdOf = (of: ExpressionBuilder<Tables, 'photos'>) => of.fn.coalesce('imageId', 'id')

/**
 * The ids of removed photos that are shown until the photo that replaced them has a derivative (`formerPhotos`), also by
 * images in the bin, without those that were removed before `binStart`.
 */
export function formerPhotosShown(binStart = '') {
  return expressionBuilder<Tables, never>()
    .selectFrom('photos as next')
    .select('next.formerId')
    .where((of) =>
      of.or([
        of('next.deletedAt', 'is', null),
        of.and([of('next.removalId', 'is not', null), of('next.deletedAt', '>=', binStart)]),
      ]),
    )
    .where('next.formerId', 'is not', null)
}

/** Whether the image, which is not in the bin, shows this photo, or will: also until the next one has a derivative. */
export function isInUse(of: ExpressionBuilder<Tables, 'photos'>) {
  const formerOnes = formerPhotosShown().where('next.deletedAt', 'is', null)
  return of.or([of('deletedAt', 'is', null), of('id', 'in', formerOnes)])
}
