/**
 * The proportions of crops, width to height, and the width of the largest derivative: about twice the CSS pixels of the
 * largest box that shows it. Names are part of URLs and keep their meaning; more can be added without a new recipe.
 */
export const proportions = {
  '4x3': { ratio: 4 / 3, maxWidth: 1580 },
  '1x1': { ratio: 1, maxWidth: 1580 },
  '4x5': { ratio: 4 / 5, maxWidth: 1580 },
  '3x4': { ratio: 3 / 4, maxWidth: 1580 },
  '2x3': { ratio: 2 / 3, maxWidth: 1580 },
  '9x16': { ratio: 9 / 16, maxWidth: 1175 },
} as const
export type Proportion = keyof typeof proportions

/** Photos with a smaller ratio of width to height count as upright. */
const uprightRatio = 0.85

interface Size {
  readonly width: number
  readonly height: number
}

/** Upright covers are shown in the nearest of 4:5, 3:4 and 2:3. `null` for other photos. */
export function uprightProportion({ width, height }: Size): Proportion | null {
  const ratio = width / height
  return ratio >= uprightRatio ? null : ratio < 0.708 ? '2x3' : ratio < 0.775 ? '3x4' : '4x5'
}

export interface Crop {
  readonly proportion: Proportion
  /** Part of URLs and keys, such as `4x5-42-50`: the proportion and the focal point in percent. */
  readonly name: string
  /** Widths of its derivatives, ascending. */
  readonly widths: readonly number[]
}

/** The part of an image that a crop shows, in pixels: like `object-fit: cover` with `object-position` in a browser. */
export function cropArea(image: Size, name: string) {
  const [proportion = '', focalX = '', focalY = ''] = name.split('-')
  const { ratio } = proportions[proportion as Proportion]
  const width = Math.min(image.width, Math.round(image.height * ratio))
  const height = Math.min(image.height, Math.round(image.width / ratio))
  return {
    left: Math.round(((image.width - width) * Number(focalX)) / 100),
    top: Math.round(((image.height - height) * Number(focalY)) / 100),
    width,
    height,
  }
}
