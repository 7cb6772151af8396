import type { RecipeVersion } from '#portfolio/derivative/derivatives.ts'
import type { HdrView } from '#portfolio/derivative/hdr.ts'
import type { Crop, Proportion } from '#portfolio/derivative/proportions.ts'

/** Where a photo is attached. Stored in the database. */
export type Place = 'cover' | 'gallery' | 'hero' | 'portrait' | 'value' | 'logo'

/** What the picture of an image is. Stored in the database. */
export const photoKinds = ['photograph', 'render', 'drawing', 'plan'] as const
export type PhotoKind = (typeof photoKinds)[number]

/**
 * How an image of a gallery is placed: as `composeGallery` decides, in a row of its own, or in one row with the next
 * image. With `compare`, visitors see the next image on top of it, cut by a divider. Stored in the database.
 */
export const imageLayouts = ['automatic', 'full', 'pair', 'compare'] as const
export type ImageLayout = (typeof imageLayouts)[number]

/** A photo as pages show it; width and height are in pixels, with the orientation applied. */
export interface PhotoView {
  /** Id of the image, for commands and the URLs of the viewer. It stays the same when the photo is replaced. */
  readonly id: string
  /** Id of the photo that the image shows; part of the URLs of its derivatives. */
  readonly originalId: string
  readonly width: number
  readonly height: number
  /** Dominant colour, `#rrggbb`. */
  readonly colour: string
  readonly alt: string
  readonly caption: string
  /** Who made the picture; empty if nobody is named. */
  readonly credit: string
  readonly kind: PhotoKind
  /** The point that stays visible when cropped: fractions of width and height. */
  readonly focalX: number
  readonly focalY: number
  /** A `data:` URL shown until the image is loaded, or empty. */
  readonly placeholder: string
  readonly recipe: RecipeVersion
  /** Derived widths, ascending; more may follow. */
  readonly widths: readonly number[]
  /** Whether its colours exceed sRGB. */
  readonly wide: boolean
  /** The crops that exist for the current focal point; others may follow. */
  readonly crops: Readonly<Partial<Record<Proportion, Pick<Crop, 'name' | 'widths'>>>>
  /** For photos with a gain map. */
  readonly hdr?: HdrView
  /** For upright covers: the proportion in which they are shown. See `uprightProportion`. */
  readonly upright?: Proportion
  /** Whether it has a derivative. */
  readonly ready: boolean
  /** Only admins see a hidden image. */
  readonly hidden?: true
  /** Of an image in a gallery; absent if the layout is automatic, or if the image that it needs does not follow. */
  readonly layout?: Exclude<ImageLayout, 'automatic'>
  /** The URL path of its derivatives, if they are not at their public URLs. */
  readonly folder?: string
}

/** Texts embedded in an original: each on one line, cut to the limit of its field; empty if the original has none. */
export interface EmbeddedTexts {
  readonly caption: string
  readonly credit: string
}

/** A photo that has no derivative yet, or failed. Without a derivative, its image shows the photo that it replaced. */
export interface UnfinishedPhoto {
  readonly originalId: string
  /** Why it failed, or empty; `null` while it is being prepared. */
  readonly failure: string | null
}

/** The accessible name of a photo: its alt text, or else its 1-based position in the project. */
export function accessibleName(photo: Pick<PhotoView, 'alt'>, position: number, projectName: string): string {
  return photo.alt || `Image ${position} of ${projectName}`
}
