/** One picture of a justified gallery: its share of the row's width, and how many gaps the row has. */
export interface Slot {
  /** Fraction of the width that is left between the gaps of its row, 0-1. */
  readonly share: number
  /** Gaps between the pictures of its row. */
  readonly gaps: number
}

/**
 * Lays pictures into rows of one height each, keeping proportions and order.
 * `ideal` is the width of a row over its height that rows should come close to; the best of all
 * divisions is found (the sum of squared deviations, as in the setting of paragraphs).
 */
export function layRows(proportions: readonly number[], ideal: number): Slot[] {
  const ends = bestEnds(proportions, ideal)
  const slots: Slot[] = []
  let start = 0
  for (const end of ends) {
    const row = proportions.slice(start, end)
    // A lone upright picture is not blown up to the full width.
    const whole = Math.max(sumOf(row), ideal * leastFilled)
    slots.push(...row.map((proportion) => ({ share: proportion / whole, gaps: row.length - 1 })))
    start = end
  }
  return slots
}

/** Below this part of the ideal a row is left open at its end. */
const leastFilled = 0.7

function bestEnds(proportions: readonly number[], ideal: number): number[] {
  // best[n]: the least cost of the first n pictures, and where their last row starts.
  const best: { cost: number; start: number }[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= proportions.length; end++) {
    let found = { cost: Number.POSITIVE_INFINITY, start: end - 1 }
    let width = 0
    for (let start = end - 1; start >= 0; start--) {
      width += proportions[start] ?? 1
      const cost = (best[start]?.cost ?? 0) + Math.log(width / ideal) ** 2
      // Of two equal divisions the one that begins with the larger picture.
      if (cost < found.cost + 1e-9) found = { cost, start }
      if (width > ideal * 3) break
    }
    best.push(found)
  }
  const ends: number[] = []
  for (let end = proportions.length; end > 0; end = best[end]?.start ?? 0) ends.unshift(end)
  return ends
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
