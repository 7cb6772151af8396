// WebKit replaces a length with `min()`, `max()` or `clamp()` by 100vw, so widths are plain calculations for ranges of
// viewport widths. They match the style sheets to within 3 % up to 3072 px.

/** The displayed width of an image in the viewports that match; the first matching entry applies. */
export interface SizesEntry {
  /** Matches narrower viewports. */
  readonly below?: number
  /** A media condition that must match as well. */
  readonly media?: string
  /** A CSS length. For a cropped image: the width before cropping. */
  readonly width: string
}

/** Viewports below this width are phones. There, files for a density of 2 are sharp enough. */
export const phoneBreakpointPx = 640

/** The `sizes` attribute of these entries; the last entry has no condition. With `saveData`, for a density of 1. */
export function sizesAttribute(entries: readonly SizesEntry[], saveData: boolean): string {
  return entries
    .flatMap(({ below, media, width }) => {
      const density = saveData ? 1 : below && below <= phoneBreakpointPx ? 2 : 4
      // Screens with a higher density load the same files as screens with this density.
      return [4, 3, 2, 1]
        .filter((step) => step >= density)
        .map((step) => {
          const narrow = below && `(max-width:${below - 0.02}px)`
          const dense = step > density && `(min-resolution:${step - 0.99}dppx)`
          return `${[narrow, media, dense].filter(Boolean).join(' and ')} calc((${width})*${cssNumber(density / step)})`
        })
    })
    .join()
}

/** On phones: as wide as the page between its margins, times `scale`. */
export function onPhones(scale = 1): SizesEntry {
  return { below: phoneBreakpointPx, width: `(100vw - 40px)*${cssNumber(scale)}` }
}

/**
 * As wide as `count` of the page's 12 columns with `--gutter` between them, times `scale`. In the style sheet, the two
 * margins take 7 to 8 % and a gutter 2 to 2.4 % of viewports from 667 to 3072 px; here they take 7.3 % and 2.2 %.
 */
export function columns(count: number, scale = 1): SizesEntry {
  const part = count / 12
  return { width: `${cssNumber(scale * (92.7 * part - 2.2 * (1 - part)))}vw` }
}

export function minAspectRatio(ratio: number): string {
  return `(min-aspect-ratio:${Math.round(ratio * 1000)}/1000)`
}

export function cssNumber(value: number): string {
  return String(Number(value.toFixed(5)))
}
