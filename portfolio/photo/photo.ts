/** Limits of what is taken in; pixels counted before turning upright. */
export const photoLimits = {
  bytes: 50 * 1024 * 1024,
  pixels: 64_000_000,
  side: 16_384,
  perProject: 500,
  /** Code points of an alt text. */
  alt: 300,
} as const

/** What the picker offers; the server goes by content, never by this list. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const

/** Formats of derivatives, best first; each is the end of its address. */
export const derivativeFormats = ['avif', 'webp', 'jpg'] as const
/** One of these formats; also the ending of a derivative’s address. */
export type DerivativeFormat = (typeof derivativeFormats)[number]

/** Colour spaces of derivatives: what every screen shows, and what wide ones show besides. */
export type Gamut = 'srgb' | 'p3'

/** One way to write a picture of one width. */
export interface Kind {
  readonly format: DerivativeFormat
  readonly gamut: Gamut
}

/** Every recipe that derivatives were made by and may still be served by, with the formats it knew. */
const recipes = { v1: ['avif', 'webp'], v2: derivativeFormats } as const
/** The name of a recipe, as it stands in addresses. */
export type Recipe = keyof typeof recipes

/**
 * The recipe of the derivatives: part of their address, so that an address never changes meaning. Photographs of an
 * older one are made again; until then they are shown as they are.
 */
export const recipe: Recipe = 'v2'

/** Widths in pixels that derivatives are made at; none is ever wider than its original. */
export const derivativeWidths = [480, 800, 1200, 1600, 2400, 3840] as const
const largestWidth = 3840
/** Made first, and enough to show the photograph by until the others have followed. */
const firstWidth = 800
/** No derivative has more pixels: strips higher than 16:9 turned upright end at 2400, as encoding them takes too much. */
const mostPixels = 3840 * 6827

/** Where a photograph hangs. */
export type Place = 'cover' | 'gallery' | 'hero' | 'portrait'

/** A photograph as pages show it. */
export interface Photograph {
  readonly id: string
  /** Pixels of the upright picture. */
  readonly width: number
  readonly height: number
  /** Dominant colour, `#rrggbb`: stands in until the picture has arrived. */
  readonly colour: string
  /** Empty where nobody has written one: then `spokenName` stands in. */
  readonly alt: string
  /** The point that stays in sight when the picture is cropped: fractions of width and height. */
  readonly focalX: number
  readonly focalY: number
  /** Drawn below the picture until it has arrived: a `data:` address, or nothing. */
  readonly placeholder: string
  /** What its derivatives were made by. */
  readonly recipe: Recipe
  /** The widths that can be fetched, growing; more may follow. */
  readonly widths: readonly number[]
  /** It has colours that only wide screens show, and derivatives with them. */
  readonly wide: boolean
  /** `false` while there is nothing to fetch yet. */
  readonly ready: boolean
}

type Size = Pick<Photograph, 'width' | 'height'>
type Made = Pick<Photograph, 'id' | 'recipe' | 'widths' | 'wide'>

/** The widths a photograph of this size is made at: the smaller ones, and its own or the largest. */
export function widthsOf({ width, height }: Size): number[] {
  const smaller = derivativeWidths.filter((step) => step < width)
  const own = Math.min(width, largestWidth)
  const all = [...smaller.filter((step) => step !== own), own]
  return all.filter((step, at) => at === 0 || step * step * (height / width) <= mostPixels)
}

/** The widths still to be made, in the order in which they are wanted. */
export function widthsToMake(size: Size, made: readonly number[]): number[] {
  const widths = widthsOf(size)
  const first = widths.find((width) => width >= firstWidth) ?? Math.max(...widths)
  return [first, ...widths.filter((width) => width !== first)].filter((width) => !made.includes(width))
}

/** What is made of a photograph at each width. Only browsers that know AVIF or WebP also show more than sRGB. */
export function kindsOf({ wide, recipe: by }: Pick<Photograph, 'wide' | 'recipe'>): Kind[] {
  const formats: readonly DerivativeFormat[] = recipes[by]
  const inSrgb = formats.map((format) => ({ format, gamut: 'srgb' }) as const)
  const inP3 = formats.filter((format) => format !== 'jpg').map((format) => ({ format, gamut: 'p3' }) as const)
  return wide ? [...inP3, ...inSrgb] : inSrgb
}

/** Whether this house ever made derivatives by a recipe of this name. */
export function isRecipe(name: string): name is Recipe {
  return Object.hasOwn(recipes, name)
}

/** The address of one derivative: `/photos/{id}/v2/800.avif`, `/photos/{id}/v2/800-p3.avif`. */
export function derivativeAddress(photoId: string, width: number, kind: Kind, by: Recipe = recipe): string {
  return `/photos/${photoId}/${by}/${fileOf(width, kind)}`
}

/** The key of one derivative in the file store. */
export function derivativeKey(photoId: string, width: number, kind: Kind, by: Recipe = recipe): string {
  return `${derivativesOf(photoId, by)}${fileOf(width, kind)}`
}

/** Where the derivatives of a photograph stand: all of them, or those of one recipe. */
export function derivativesOf(photoId: string, by?: Recipe): string {
  return by ? `derivatives/${photoId}/${by}/` : `derivatives/${photoId}/`
}

function fileOf(width: number, { format, gamut }: Kind): string {
  return `${width}${gamut === 'p3' ? '-p3' : ''}.${format}`
}

/** The `srcset` of a photograph, written one way. */
export function srcsetOf({ id, recipe: by, widths }: Made, kind: Kind): string {
  return widths.map((width) => `${derivativeAddress(id, width, kind, by)} ${width}w`).join(', ')
}

/** How every browser can show the photograph: the last of its kinds. */
export function plainestOf(photo: Made): Kind {
  return kindsOf(photo).at(-1) ?? { format: 'jpg', gamut: 'srgb' }
}

/** The address that stands for the photograph where one is wanted: its largest derivative, written the plainest way. */
export function addressOf(photo: Made): string {
  return derivativeAddress(photo.id, Math.max(...photo.widths), plainestOf(photo), photo.recipe)
}

/** How large the picture is that stands for a page where it is shared: what Open Graph's readers ask for, in pixels. */
export const sharingSize = { width: 1200, height: 630 } as const

/** The name of that picture's file: with the focal point in percent, so that its address never changes meaning. */
export function sharingFile({ focalX, focalY }: Pick<Photograph, 'focalX' | 'focalY'>): string {
  const percent = (fraction: number) => Math.round(Math.min(Math.max(fraction, 0), 1) * 100)
  return `og-${percent(focalX)}-${percent(focalY)}.jpg`
}

/** The address of that picture: `/photos/{id}/v2/og-42-60.jpg`. */
export function sharingAddress(photo: Pick<Photograph, 'id' | 'recipe' | 'focalX' | 'focalY'>): string {
  return `/photos/${photo.id}/${photo.recipe}/${sharingFile(photo)}`
}

/** What to call a photograph aloud: its alt text, or its place in the project. */
export function spokenName(photo: Pick<Photograph, 'alt'>, slot: number, projectName: string): string {
  return photo.alt || `Image ${slot} of ${projectName}`
}
