/** How wide a picture is drawn in windows narrower than `below`, which the last layout does not name. */
export interface Layout {
  readonly below?: number | undefined
  /** A CSS length; of a cropped picture all that is drawn counts, not only what its box leaves in sight. */
  readonly drawn: string
}

/** The `sizes` of a picture that has these layouts, narrowest first. */
export function sizesOf(layouts: readonly Layout[]): string {
  return layouts
    .map(({ below, drawn }) => `${below === undefined ? '' : `(max-width:${below - 0.02}px) `}calc(${drawn})`)
    .join(',')
}

/** What the margins of `tokens.css` leave of a window: a CSS length. */
export const content = '(100vw - 2*clamp(20px,4vw,72px))'

const gutter = 'clamp(16px,2.4vw,40px)'

/** So many of twelve columns in the gutters of `tokens.css`: a CSS length. */
export function columns(count: number): string {
  return `((${content} + ${gutter})*${count}/12 - ${gutter})`
}

/** A factor as CSS takes it: no exponent, no more digits than pixels need. */
export function factor(value: number): string {
  return String(Number(value.toFixed(5)))
}
