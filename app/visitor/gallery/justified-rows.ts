/** The width of one image within its row. */
export interface RowItem {
  /** Fraction of the row width without gaps, 0-1. */
  readonly share: number
  /** Number of gaps in the row. */
  readonly gaps: number
}

/**
 * Breaks images into rows of equal image height, keeping aspect ratios and order. Minimizes the sum of the squared
 * deviations of the rows (on a log scale) from `idealRatio`, the width of a row divided by its height, as Knuth and
 * Plass do for line breaking.
 */
export function layOutRows(ratios: readonly number[], idealRatio: number): RowItem[] {
  const items: RowItem[] = []
  let start = 0
  for (const end of bestRowEnds(ratios, idealRatio)) {
    const row = ratios.slice(start, end)
    // A single portrait image is not enlarged to the full width.
    const rowRatio = Math.max(sum(row), idealRatio * minFilled)
    items.push(...row.map((ratio) => ({ share: ratio / rowRatio, gaps: row.length - 1 })))
    start = end
  }
  return items
}

/** A row below this fraction of the ideal ratio does not fill the row width. */
const minFilled = 0.7

function bestRowEnds(ratios: readonly number[], idealRatio: number): number[] {
  // best[n]: the lowest cost of the first n images, and the start of their last row.
  const best: { cost: number; start: number }[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= ratios.length; end++) {
    let found = { cost: Number.POSITIVE_INFINITY, start: end - 1 }
    let rowRatio = 0
    for (let start = end - 1; start >= 0; start--) {
      rowRatio += ratios[start] ?? 1
      const cost = (best[start]?.cost ?? 0) + Math.log(rowRatio / idealRatio) ** 2
      // With equal costs, the last row gets more images, so that the first ones are larger.
      if (cost < found.cost + 1e-9) found = { cost, start }
      if (rowRatio > idealRatio * 3) break
    }
    best.push(found)
  }
  const ends: number[] = []
  for (let end = ratios.length; end > 0; end = best[end]?.start ?? 0) ends.unshift(end)
  return ends
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
