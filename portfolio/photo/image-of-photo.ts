import { expressionBuilder, type ExpressionBuilder } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'

/** The id of the image that a photo belongs to, for pages and commands: the id of the first photo of the image. */
export const imageIdOf = (eb: ExpressionBuilder<Tables, 'photos'>) => eb.fn.coalesce('imageId', 'id')

/**
 * The ids of replaced photos that are still shown, because the new photo has no derivative yet (index `formerPhotos`).
 * Includes those of images in the bin, except images that were removed before `binStart`.
 */
export function selectShownFormerPhotoIds(binStart = '') {
  return expressionBuilder<Tables, never>()
    .selectFrom('photos as next')
    .select('next.formerId')
    .where((eb) =>
      eb.or([
        eb('next.deletedAt', 'is', null),
        eb.and([eb('next.removalId', 'is not', null), eb('next.deletedAt', '>=', binStart)]),
      ]),
    )
    .where('next.formerId', 'is not', null)
}

/** Whether an image outside the bin shows this photo, will show it, or still shows it after its replacement. */
export function isInUse(eb: ExpressionBuilder<Tables, 'photos'>) {
  const shownFormerIds = selectShownFormerPhotoIds().where('next.deletedAt', 'is', null)
  return eb.or([eb('deletedAt', 'is', null), eb('id', 'in', shownFormerIds)])
}
