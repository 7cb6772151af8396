import type { Photograph } from '#portfolio/photo/photo.ts'

/** How wide something is drawn, in CSS pixels, by the width or by the height of the window. It only ever grows. */
export type Measure =
  | { readonly of: 'width'; readonly drawn: (width: number) => number }
  | { readonly of: 'height'; readonly drawn: (height: number) => number }

/** How wide a picture is drawn in windows that are narrower than `below`, which the last layout does not name. */
export interface Layout {
  readonly below?: number
  /** The largest of these; of those in one group, the smallest. */
  readonly measures: readonly (readonly Measure[])[]
}

/** Screens with more pixels to a point are counted to the next of these. */
const densities = [1, 2, 3] as const

/**
 * The `sizes` of a picture whose layouts are these, narrowest first: for each width of window the width of the very
 * file that is wanted, the smallest that is not below what is drawn. Chrome would otherwise take the nearest one on
 * dense screens, which is a smaller one as often as not.
 */
export function sizesOf({ widths }: Pick<Photograph, 'widths'>, layouts: readonly Layout[]): string {
  const steps = densities.flatMap((density) => layouts.flatMap((layout) => stepsOf(layout, widths, density)))
  const last = steps.at(-1)
  return steps.map((step) => (step === last ? step.size : `${allOf([step.scope, step.fits])} ${step.size}`)).join(',')
}

interface Step {
  readonly scope: string
  readonly fits: string
  readonly size: string
}

function stepsOf({ below, measures }: Layout, widths: readonly number[], density: number): Step[] {
  const dense = density < Math.max(...densities) ? `(max-resolution:${density}dppx)` : ''
  const scope = allOf([dense, below === undefined ? '' : `(max-width:${below - 0.02}px)`])
  const steps: Step[] = []
  for (const width of widths) {
    const size = `${Math.floor(width / density)}px`
    const conditions = measures.map((group) => anyOf(group.map((one) => within(one, width / density, below))))
    const possible = !conditions.includes('never')
    const certain = conditions.every((condition) => condition === '') || width === widths.at(-1)
    if (certain) return [...steps, { scope, fits: '', size }]
    if (possible) steps.push({ scope, fits: allOf(conditions), size })
  }
  return steps
}

/** The windows in which this is drawn no wider than `limit`: '' for all of them. */
function within({ of, drawn }: Measure, limit: number, below: number | undefined): string {
  const largest = of === 'width' && below !== undefined ? below : hugeWindow
  if (drawn(largest) <= limit + tolerance) return ''
  if (drawn(smallWindow) > limit + tolerance) return 'never'
  let [fits, exceeds] = [smallWindow, largest]
  while (exceeds - fits > 0.5) {
    const middle = (fits + exceeds) / 2
    if (drawn(middle) <= limit + tolerance) fits = middle
    else exceeds = middle
  }
  // A window is as wide as whole pixels.
  const most = drawn(Math.ceil(fits)) <= limit + tolerance ? Math.ceil(fits) : Math.floor(fits)
  return `(max-${of}:${most}px)`
}

const smallWindow = 120
const hugeWindow = 16_000
/** What layout rounds away. */
const tolerance = 0.1

function allOf(conditions: readonly string[]): string {
  return conditions.filter(Boolean).join(' and ')
}

function anyOf(conditions: readonly string[]): string {
  if (conditions.includes('')) return ''
  const possible = conditions.filter((condition) => condition !== 'never')
  if (possible.length === 0) return 'never'
  return possible.length === 1 ? (possible[0] ?? '') : `(${possible.join(' or ')})`
}

/** What the margins of `tokens.css` leave of a window. */
export function content(width: number): number {
  return width - 2 * clamp(20, 0.04 * width, 72)
}

/** So many of the twelve columns of `tokens.css`, with the gutters between them. */
export function columns(width: number, count: number): number {
  const gutter = clamp(16, 0.024 * width, 40)
  return ((content(width) + gutter) * count) / 12 - gutter
}

export function clamp(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** Drawn to the window's width by this rule. */
export function across(drawn: (width: number) => number): Measure {
  return { of: 'width', drawn }
}

/** Drawn to the window's height by this rule. */
export function down(drawn: (height: number) => number): Measure {
  return { of: 'height', drawn }
}
