/** Limits of what is taken in; pixels counted before turning upright. */
export const photoLimits = {
  bytes: 50 * 1024 * 1024,
  pixels: 64_000_000,
  side: 16_384,
  perProject: 500,
} as const

/** What the picker offers; the server goes by content, never by this list. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The recipe of the derivatives: part of their address, so that an address never changes meaning. */
export const recipe = 'v1'

/** Widths in pixels that derivatives are made at; none is ever wider than its original. */
export const derivativeWidths = [480, 800, 1200, 1600, 2400] as const

/** Formats of the derivatives, best first. */
export const derivativeFormats = ['avif', 'webp'] as const
/** One of these formats; also the ending of a derivative’s address. */
export type DerivativeFormat = (typeof derivativeFormats)[number]

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
  /** `false` while the derivatives are being made: then there is nothing to fetch yet. */
  readonly ready: boolean
}

/** The widths a photograph of this width is served at: the smaller ones, and its own or the largest. */
export function widthsOf(width: number): number[] {
  const smaller = derivativeWidths.filter((step) => step < width)
  const largest = Math.min(width, derivativeWidths[derivativeWidths.length - 1] ?? width)
  return smaller.includes(largest as never) ? smaller : [...smaller, largest]
}

/** The address of one derivative: `/photos/{id}/v1/800.avif`. */
export function derivativeAddress(photoId: string, width: number, format: DerivativeFormat): string {
  return `/photos/${photoId}/${recipe}/${width}.${format}`
}

/** The key of one derivative in the file store; everything of a photograph stands under `derivatives/{id}/`. */
export function derivativeKey(photoId: string, width: number, format: DerivativeFormat): string {
  return `derivatives/${photoId}/${recipe}/${width}.${format}`
}

/** The `srcset` of a photograph in one format. */
export function srcsetOf(photo: Pick<Photograph, 'id' | 'width'>, format: DerivativeFormat): string {
  return widthsOf(photo.width)
    .map((width) => `${derivativeAddress(photo.id, width, format)} ${width}w`)
    .join(', ')
}

/** The address that stands for the photograph where one is wanted: its largest WebP. */
export function addressOf(photo: Pick<Photograph, 'id' | 'width'>): string {
  return derivativeAddress(photo.id, Math.max(...widthsOf(photo.width)), 'webp')
}

/** What to call a photograph aloud: its alt text, or its place in the project. */
export function spokenName(photo: Pick<Photograph, 'alt'>, slot: number, projectName: string): string {
  return photo.alt || `Image ${slot} of ${projectName}`
}
