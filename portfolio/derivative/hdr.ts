import { encodingsOf, srcsetOf, widthsIn, type Encoding, type RecipeVersion } from './derivatives.ts'
import type { Crop, Proportion } from './proportions.ts'

/** For HDR screens: `srcset`s of JPEGs with a gain map, of the whole photo and of its crops. */
export interface HdrView {
  readonly srcSet: string
  readonly crops: Readonly<Partial<Record<Proportion, string>>>
}

/** Fewer than `derivativeWidths`, because few screens show gain maps and a JPEG is large. */
const hdrWidths: readonly number[] = [485, 875, 1580, 2860]
const largestHdrWidth = 2860

/** What the files of a photo depend on; `width` is the width of the original. */
interface RecordedPhoto {
  readonly width: number
  readonly recipe: RecipeVersion
  readonly wide: 0 | 1
  readonly gainMap: 0 | 1
}

/** Those of `widths` in which a photo or a crop `own` pixels wide has a JPEG with its gain map. */
export function hdrWidthsIn(own: number, widths: readonly number[]): number[] {
  return widths.filter((width) => hdrWidths.includes(width) || (width === own && own < largestHdrWidth))
}

/** In Display P3 if the photo is wide-gamut, because HDR screens show it. */
export function hdrEncoding(wide: boolean): Encoding {
  return { format: 'jpg', gamut: wide ? 'p3' : 'srgb', hdr: true }
}

export function encodingsAt(photo: RecordedPhoto, width: number, crop?: Pick<Crop, 'widths'>): Encoding[] {
  const wide = photo.wide === 1
  const encodings = encodingsOf({ wide, recipe: photo.recipe })
  const made = crop
    ? encodings.slice(0, 1)
    : encodings.filter(({ format }) => widthsIn(format, photo, [width]).length > 0)
  const own = crop ? Math.max(...crop.widths) : photo.width
  return photo.gainMap === 1 && hdrWidthsIn(own, [width]).length > 0 ? [...made, hdrEncoding(wide)] : made
}

/** `null` for a photo without a gain map. */
export function hdrViewOf(
  photo: RecordedPhoto & { readonly id: string },
  widths: readonly number[],
  crops: readonly Crop[],
): HdrView | null {
  if (photo.gainMap === 0) return null
  const encoding = hdrEncoding(photo.wide === 1)
  const srcset = (all: readonly number[], crop?: string) =>
    srcsetOf({ originalId: photo.id, recipe: photo.recipe, widths: all }, encoding, crop)
  const ofCrops = crops.map(({ proportion, name, widths: all }) => {
    return [proportion, srcset(hdrWidthsIn(Math.max(...all), all), name)] as const
  })
  return { srcSet: srcset(hdrWidthsIn(photo.width, widths)), crops: Object.fromEntries(ofCrops) }
}
