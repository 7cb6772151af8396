/** Formats of derivatives, best first; also their file extensions. */
export const derivativeFormats = ['avif', 'webp', 'jpg'] as const
export type DerivativeFormat = (typeof derivativeFormats)[number]

/** The colour space of a derivative: sRGB for every screen, Display P3 for wide-gamut screens. */
export type Gamut = 'srgb' | 'p3'

export interface Encoding {
  readonly format: DerivativeFormat
  readonly gamut: Gamut
}

/** Every recipe version whose derivatives may still be served, with its formats. */
const recipes = { v1: ['avif', 'webp'], v2: derivativeFormats } as const
export type RecipeVersion = keyof typeof recipes

/** New derivatives have this version in their URL, whose content never changes. Older photos are derived again. */
export const currentRecipe: RecipeVersion = 'v2'

/** Widths of derivatives in pixels; none is wider than its original. */
export const derivativeWidths = [480, 800, 1200, 1600, 2400, 3840] as const
const largestWidth = 3840
/** Derived first: enough to show the photo until the other widths follow. */
const firstWidth = 800
/** The limit of pixels of a derivative: encoding taller images than 9:16 at full width takes too long. */
const maxPixels = 3840 * 6827

/** Pixels of an upright image. */
interface Size {
  readonly width: number
  readonly height: number
}

/** What the URLs of a photo's derivatives depend on; `wide`: whether some are in Display P3. */
interface Derived {
  readonly id: string
  readonly recipe: RecipeVersion
  readonly widths: readonly number[]
  readonly wide: boolean
}

/** The widths of the derivatives of a photo of this size: the smaller ones, and its own or the largest. */
export function widthsOf({ width, height }: Size): number[] {
  const smaller = derivativeWidths.filter((step) => step < width)
  const own = Math.min(width, largestWidth)
  const all = [...smaller.filter((step) => step !== own), own]
  return all.filter((step, index) => index === 0 || step * step * (height / width) <= maxPixels)
}

/** The widths that are missing among `derived`, in the order to derive them. */
export function widthsToDerive(size: Size, derived: readonly number[]): number[] {
  const widths = widthsOf(size)
  const first = widths.find((width) => width >= firstWidth) ?? Math.max(...widths)
  return [first, ...widths.filter((width) => width !== first)].filter((width) => !derived.includes(width))
}

/** The encodings of a photo at each width. Browsers without AVIF and WebP show sRGB only, so JPEG has no P3. */
export function encodingsOf({ wide, recipe }: Pick<Derived, 'wide' | 'recipe'>): Encoding[] {
  const formats: readonly DerivativeFormat[] = recipes[recipe]
  const inSrgb = formats.map((format) => ({ format, gamut: 'srgb' }) as const)
  const inP3 = formats.filter((format) => format !== 'jpg').map((format) => ({ format, gamut: 'p3' }) as const)
  return wide ? [...inP3, ...inSrgb] : inSrgb
}

export function isRecipe(name: string): name is RecipeVersion {
  return Object.hasOwn(recipes, name)
}

export const photosPath = '/photos'

/** The URL path of one derivative: `/photos/{id}/v2/800.avif`, `/photos/{id}/v2/800-p3.avif`. */
export function derivativePath(
  photoId: string,
  width: number,
  encoding: Encoding,
  recipe: RecipeVersion = currentRecipe,
): string {
  return `${photosPath}/${photoId}/${recipe}/${fileOf(width, encoding)}`
}

export function derivativeKey(
  photoId: string,
  width: number,
  encoding: Encoding,
  recipe: RecipeVersion = currentRecipe,
): string {
  return `${derivativesPrefix(photoId, recipe)}${fileOf(width, encoding)}`
}

/** The key prefix of all derivatives of a photo, or of those of one recipe version. */
export function derivativesPrefix(photoId: string, recipe?: RecipeVersion): string {
  return recipe ? `derivatives/${photoId}/${recipe}/` : `derivatives/${photoId}/`
}

function fileOf(width: number, { format, gamut }: Encoding): string {
  return `${width}${gamut === 'p3' ? '-p3' : ''}.${format}`
}

export function srcsetOf({ id, recipe, widths }: Derived, encoding: Encoding): string {
  return widths.map((width) => `${derivativePath(id, width, encoding, recipe)} ${width}w`).join(', ')
}

/** The encoding that every browser supports. */
export function fallbackEncoding(photo: Derived): Encoding {
  return encodingsOf(photo).at(-1) ?? { format: 'jpg', gamut: 'srgb' }
}

/** The URL path for consumers that take a single image: the largest derivative in the fallback encoding. */
export function fallbackPath(photo: Derived): string {
  return derivativePath(photo.id, Math.max(...photo.widths), fallbackEncoding(photo), photo.recipe)
}
