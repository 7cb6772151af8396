import type { Slot } from './rows.ts'

/** One picture of a gallery on paper. */
export interface PaperSlot extends Slot {
  /** Fraction of the sheet's width that the pictures of its sheet take, 0-1: all their rows end at one edge. */
  readonly block: number
  /** Whether it is the last of its row. */
  readonly endsRow: boolean
  /** Whether it begins a sheet. */
  readonly beginsSheet: boolean
}

/** A4 on its side within its margins, in millimetres; one less in height, for what a printer rounds. */
const paper = { width: 267, height: 179, gap: 5 } as const
/** With more on a sheet they would be stamps. */
const mostOnSheet = 6

/**
 * Lays pictures on sheets of paper, in justified rows, keeping proportions and order: on as few sheets as there
 * may be, and of all such divisions the one whose sheets are covered best.
 */
export function laySheets(proportions: readonly number[]): PaperSlot[] {
  return bestSheets(proportions).flatMap((sheet) => slotsOf(sheet, proportions))
}

interface Sheet {
  /** Its pictures: from this one, up to but not with that one. */
  readonly start: number
  readonly end: number
  /** Each bit says whether a row ends after the picture at its place. */
  readonly breaks: number
  /** How wide its rows are, in millimetres. */
  readonly width: number
  /** How well its paper is covered, 0-1. */
  readonly covered: number
}

function bestSheets(proportions: readonly number[]): Sheet[] {
  // best[n]: the least cost of the first n pictures, and their last sheet.
  const best: { cost: number; last: Sheet | null }[] = [{ cost: 0, last: null }]
  for (let end = 1; end <= proportions.length; end++) {
    let found: (typeof best)[number] = { cost: Number.POSITIVE_INFINITY, last: null }
    for (let start = Math.max(0, end - mostOnSheet); start < end; start++) {
      const last = bestSheet(proportions, start, end)
      // A sheet costs more than all that may be bare on the others together: fewer come first.
      const cost = (best[start]?.cost ?? 0) + proportions.length + (1 - last.covered) ** 2
      if (cost < found.cost) found = { cost, last }
    }
    best.push(found)
  }
  const sheets: Sheet[] = []
  for (let last = best.at(-1)?.last; last; last = best[last.start]?.last) sheets.unshift(last)
  return sheets
}

/** Of all divisions of a few pictures into rows the one that covers their sheet best. */
function bestSheet(proportions: readonly number[], start: number, end: number): Sheet {
  let best = sheetOf(proportions, start, end, 0)
  for (let breaks = 1; breaks < 1 << (end - start - 1); breaks++) {
    const sheet = sheetOf(proportions, start, end, breaks)
    if (sheet.covered > best.covered) best = sheet
  }
  return best
}

/** As wide as the paper is, or as its height allows. */
function sheetOf(proportions: readonly number[], start: number, end: number, breaks: number): Sheet {
  let [rows, widestGaps] = [0, 0]
  // Of a row: how wide its pictures are together, over their height, and the roots of their areas, likewise.
  let [whole, roots, gaps] = [0, 0, -paper.gap]
  // Of all rows: per millimetre of width, and what the gaps take from it.
  let [height, heightInGaps, root, rootInGaps] = [0, 0, 0, 0]
  for (let at = start; at < end; at++) {
    const proportion = proportions[at] ?? 1
    whole += proportion
    roots += Math.sqrt(proportion)
    gaps += paper.gap
    if (at < end - 1 && !(breaks & (1 << (at - start)))) continue
    rows += 1
    widestGaps = Math.max(widestGaps, gaps)
    height += 1 / whole
    heightInGaps += gaps / whole
    root += roots / whole
    rootInGaps += (gaps * roots) / whole
    ;[whole, roots, gaps] = [0, 0, -paper.gap]
  }
  const width = Math.min(paper.width, (paper.height - (rows - 1) * paper.gap + heightInGaps) / height)
  // By the mean root of their areas: pictures of one size are worth more than a large one over stamps.
  const mean = width > widestGaps ? (width * root - rootInGaps) ** 2 / (end - start) : 0
  return { start, end, breaks, width, covered: mean / (paper.width * paper.height) }
}

function slotsOf({ start, end, breaks, width }: Sheet, proportions: readonly number[]): PaperSlot[] {
  const slots: PaperSlot[] = []
  let from = start
  for (let at = start; at < end; at++) {
    if (at < end - 1 && !(breaks & (1 << (at - start)))) continue
    const row = proportions.slice(from, at + 1)
    const whole = row.reduce((sum, proportion) => sum + proportion, 0)
    for (const [place, proportion] of row.entries())
      slots.push({
        share: proportion / whole,
        gaps: row.length - 1,
        block: width / paper.width,
        endsRow: place === row.length - 1,
        beginsSheet: slots.length === 0,
      })
    from = at + 1
  }
  return slots
}
