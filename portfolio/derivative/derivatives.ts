/** Formats of derivatives, best first; also their file extensions. */
export const derivativeFormats = ['avif', 'webp', 'jpg'] as const
export type DerivativeFormat = (typeof derivativeFormats)[number]

/** The colour space of a derivative. Browsers convert Display P3 for screens that show only sRGB. */
export type Gamut = 'srgb' | 'p3'

export interface Encoding {
  readonly format: DerivativeFormat
  readonly gamut: Gamut
  /** A JPEG with a gain map, for HDR screens. */
  readonly hdr?: boolean
}

/** Every recipe version whose derivatives may still be served, with its formats. */
const recipes = { v1: ['avif', 'webp'], v2: derivativeFormats, v3: ['avif', 'jpg'] } as const
export type RecipeVersion = keyof typeof recipes

/**
 * The content of a URL never changes, so new derivatives have this version in their URL. Photos with derivatives of an
 * older version are derived again.
 */
export const currentRecipe = 'v3' as const satisfies RecipeVersion

/** Widths of derivatives in pixels, each at most 1.35 times the previous one; none is wider than its original. */
export const derivativeWidths = [360, 485, 650, 875, 1175, 1580, 2130, 2860, 3840] as const
const largestWidth = 3840
/** Derived first: enough to show the photo until the other widths follow. */
const firstWidth = 875
/** Maximum number of pixels of a derivative: encoding images taller than 9:16 at full width takes too long. */
const maxPixels = 3840 * 6827

/** In pixels, with the orientation of the image applied. */
interface Size {
  readonly width: number
  readonly height: number
}

/** What the URLs of a photo's derivatives depend on; `wide`: whether some are in Display P3. */
interface Derived {
  readonly originalId: string
  /** Width of the original in pixels, with its orientation applied. */
  readonly width: number
  readonly recipe: RecipeVersion
  readonly widths: readonly number[]
  readonly wide: boolean
  /** The URL path of the folder of its derivatives, if it is not `photosPath`. */
  readonly folder?: string
}

/**
 * The widths of a photo's derivatives: all `derivativeWidths` below its own, then its own, but at most the largest.
 * Leaves out widths at which it would have more than `maxPixels`, except the smallest.
 */
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

/** The encodings of a photo, best first. Browsers without AVIF and WebP may show sRGB only, so JPEGs are sRGB. */
export function encodingsOf({ wide, recipe }: Pick<Derived, 'wide' | 'recipe'>): [Encoding, ...Encoding[]] {
  const [best, ...others]: readonly [DerivativeFormat, ...DerivativeFormat[]] = recipes[recipe]
  const encoding = (format: DerivativeFormat): Encoding => ({ format, gamut: wide && format !== 'jpg' ? 'p3' : 'srgb' })
  return [encoding(best), ...others.map(encoding)]
}

/** Those of `widths` that exist in a format. Since v3, few are made in JPEG, because few browsers lack AVIF. */
export function widthsIn(
  format: DerivativeFormat,
  { recipe, width: own }: Pick<Derived, 'recipe' | 'width'>,
  widths: readonly number[],
): readonly number[] {
  if (recipe !== 'v3' || format !== 'jpg') return widths
  return widths.filter((width) => width === 875 || width === 1580 || (width === own && own < 1580))
}

export function formatsOf({ width: own }: Pick<Size, 'width'>, width: number): DerivativeFormat[] {
  const photo = { recipe: currentRecipe, width: own }
  return recipes[currentRecipe].filter((format) => widthsIn(format, photo, [width]).length > 0)
}

export function olderRecipes(recipe: RecipeVersion): RecipeVersion[] {
  const all = Object.keys(recipes).filter(isRecipe)
  return all.slice(0, all.indexOf(recipe))
}

export function isRecipe(name: string): name is RecipeVersion {
  return Object.hasOwn(recipes, name)
}

export const photosPath = '/photos'

/** The URL path of a derivative: `/photos/{id}/v3/875-p3.avif`, or of a crop: `/photos/{id}/v3/4x5-42-50/650.avif`. */
function pathOf(
  { originalId, recipe, folder = photosPath }: Pick<Derived, 'originalId' | 'recipe' | 'folder'>,
  width: number,
  encoding: Encoding,
  crop?: string,
): string {
  return `${folder}/${originalId}/${recipe}/${crop ? `${crop}/` : ''}${fileOf(width, encoding)}`
}

/** The key of a derivative in the file store: `derivatives/{id}/v3/875-p3.avif`. */
export function derivativeKey(
  photoId: string,
  width: number,
  encoding: Encoding,
  recipe: RecipeVersion = currentRecipe,
  crop?: string,
): string {
  return `${derivativesPrefix(photoId, recipe, crop)}${fileOf(width, encoding)}`
}

/** The key prefix of all derivatives of a photo, of those of one recipe version, or of one of its crops. */
export function derivativesPrefix(photoId: string, recipe?: RecipeVersion, crop?: string): string {
  return ['derivatives', photoId, recipe, crop, ''].filter((part) => part !== undefined).join('/')
}

function fileOf(width: number, { format, gamut, hdr }: Encoding): string {
  return `${width}${gamut === 'p3' ? '-p3' : ''}${hdr ? '-hdr' : ''}.${format}`
}

export function srcsetOf(photo: Omit<Derived, 'width' | 'wide'>, encoding: Encoding, crop?: string): string {
  return photo.widths.map((width) => `${pathOf(photo, width, encoding, crop)} ${width}w`).join(', ')
}

/** For browsers without AVIF and WebP, and where one URL is needed: the last stored encoding; empty if none is. */
export function fallbackOf(photo: Derived): { src: string; srcSet: string } {
  const stored = ({ format }: Encoding) => widthsIn(format, photo, photo.widths)
  // Until lost derivatives are made again, there may be no JPEG.
  const encoding = encodingsOf(photo).findLast((candidate) => stored(candidate).length > 0)
  if (!encoding) return { src: '', srcSet: '' }
  const widths = stored(encoding)
  return { src: pathOf(photo, Math.max(...widths), encoding), srcSet: srcsetOf({ ...photo, widths }, encoding) }
}
