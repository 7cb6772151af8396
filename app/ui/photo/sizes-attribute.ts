/** The displayed width of an image in viewports narrower than `below`; the last entry has no `below`. */
export interface SizesEntry {
  readonly below?: number | undefined
  /** A CSS length. For a cropped image: the width before cropping. */
  readonly width: string
}

/** The `sizes` attribute of an image with these entries, narrowest first. */
export function sizesAttribute(entries: readonly SizesEntry[]): string {
  return entries
    .map(({ below, width }) => `${below === undefined ? '' : `(max-width:${below - 0.02}px) `}calc(${width})`)
    .join(',')
}

/** The viewport width minus `--page-margin` on both sides, as a CSS length. */
export const contentWidth = '(100vw - 2*clamp(20px,4vw,72px))'

const gutter = 'clamp(16px,2.4vw,40px)'

/** The width of `count` of 12 columns with `--gutter` between them, as a CSS length. */
export function columnsWidth(count: number): string {
  return `((${contentWidth} + ${gutter})*${count}/12 - ${gutter})`
}

/** Formats a number with at most 5 decimals. */
export function cssNumber(value: number): string {
  return String(Number(value.toFixed(5)))
}
