import type { RecipeVersion } from '#portfolio/derivative/derivatives.ts'
import type { HdrView } from '#portfolio/derivative/hdr.ts'
import type { Crop, Proportion } from '#portfolio/derivative/proportions.ts'

export type Place = 'cover' | 'gallery' | 'hero' | 'portrait' | 'value' | 'logo'

/** A photo as pages show it; width and height are pixels of the upright image. */
export interface PhotoView {
  /** Of the image: commands and the URLs of the viewer name it, and it stays when the photo is replaced. */
  readonly id: string
  /** Of the photo that the image shows: part of the URLs of its derivatives. */
  readonly originalId: string
  readonly width: number
  readonly height: number
  /** Dominant colour, `#rrggbb`. */
  readonly colour: string
  readonly alt: string
  /** Who took the photo; empty if nobody is named. */
  readonly credit: string
  /** The point that stays visible when cropped: fractions of width and height. */
  readonly focalX: number
  readonly focalY: number
  /** A `data:` URL shown until the image is loaded, or empty. */
  readonly placeholder: string
  readonly recipe: RecipeVersion
  /** Derived widths, ascending; more may follow. */
  readonly widths: readonly number[]
  readonly wide: boolean
  /** The crops that exist for the focal point; others may follow. */
  readonly crops: Readonly<Partial<Record<Proportion, Pick<Crop, 'name' | 'widths'>>>>
  /** For photos with a gain map. */
  readonly hdr?: HdrView
  /** For covers taller than wide: the proportion in which they are shown. */
  readonly upright?: Proportion
  readonly ready: boolean
}

/** Texts inside an original, each one line as long as the field that it is offered for; empty without it. */
export interface EmbeddedTexts {
  /** What the picture shows. */
  readonly caption: string
  /** Who took it. */
  readonly credit: string
}

/** A photo that cannot be shown yet, or failed. Until it has a derivative, its image shows the photo it replaced. */
export interface UnfinishedPhoto {
  readonly originalId: string
  /** Why it failed, or empty; `null` while it is being prepared. */
  readonly failure: string | null
}

/** The accessible name of a photo: its alt text, or else its 1-based position in the project. */
export function accessibleName(photo: Pick<PhotoView, 'alt'>, position: number, projectName: string): string {
  return photo.alt || `Image ${position} of ${projectName}`
}
