/**
 * Text on a photo and the scrim behind it, in sRGB, as in `app/ui/tokens.css`. A scrim of `maxPercent` opacity suffices
 * on any pixel.
 */
export const textsOnPhotos = {
  light: { text: [30, 28, 26], scrim: [246, 243, 238], maxPercent: 55 },
  dark: { text: [246, 243, 238], scrim: [22, 20, 18], maxPercent: 64 },
} as const

/** The map has this many rows, and this many cells in each row. */
export const mapSide = 48

/** For each cell, row by row, how opaque the scrim behind text must be there: for text on a light and a dark photo. */
export type ContrastMap = readonly { readonly light: number; readonly dark: number }[]

/** The result of measuring the contrast of a hero; without both properties if it was not requested. */
export interface MeasuredContrast {
  readonly contrastMap?: string
  readonly contrastFailure?: string
}

/** The column `contrastMap`: two hexadecimal digits for each percentage. */
export function formatContrastMap(map: ContrastMap): string {
  return map
    .map(({ light, dark }) => [light, dark].map((value) => value.toString(16).padStart(2, '0')).join(''))
    .join('')
}

/** `null` if it has not been measured. */
export function parseContrastMap(column: string): ContrastMap | null {
  if (column.length !== mapSide * mapSide * 4) return null
  const percentAt = (index: number) => parseInt(column.slice(index, index + 2), 16)
  return Array.from({ length: mapSide * mapSide }, (_, cell) => ({
    light: percentAt(cell * 4),
    dark: percentAt(cell * 4 + 2),
  }))
}
