import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'

/** The id of the image that a photo belongs to: that of its first photo. Pages and commands know an image by it. */
export const imageIdOf = (of: ExpressionBuilder<Tables, 'photos'>) => of.fn.coalesce('imageId', 'id')
