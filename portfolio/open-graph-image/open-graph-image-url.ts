import { photosPath, type RecipeVersion } from '#portfolio/derivative/derivatives.ts'

/** Fractions (0 to 1) of width and height. */
interface FocalPoint {
  readonly focalX: number
  readonly focalY: number
}

/** The file name of an Open Graph image. The focal point in percent is part of it, so a URL's content never changes. */
export function openGraphImageFile({ focalX, focalY }: FocalPoint): string {
  const percent = (fraction: number) => Math.round(Math.min(Math.max(fraction, 0), 1) * 100)
  return `og-${percent(focalX)}-${percent(focalY)}.jpg`
}

/** The URL path of an Open Graph image: `/photos/{id}/v3/og-42-60.jpg`. */
export function openGraphImagePath(
  photo: FocalPoint & { readonly originalId: string; readonly recipe: RecipeVersion },
): string {
  return `${photosPath}/${photo.originalId}/${photo.recipe}/${openGraphImageFile(photo)}`
}
