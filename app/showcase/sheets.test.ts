import { expect, test } from 'vitest'
import { laySheets, type PaperSlot } from './sheets.ts'

const wide = 1.5
const tall = 0.8
const width = 267
const height = 180
const gap = 5

/** The sheets as rows of heights, in millimetres. */
function sheetsOf(proportions: readonly number[]) {
  const sheets: { rows: { width: number; height: number; count: number }[] }[] = []
  let row: PaperSlot[] = []
  for (const [at, slot] of laySheets(proportions).entries()) {
    if (slot.beginsSheet) sheets.push({ rows: [] })
    row.push(slot)
    const picture = (width * slot.block - slot.gaps * gap) * slot.share
    if (!slot.endsRow) continue
    const pictures = row.reduce((sum, one) => sum + (width * one.block - one.gaps * gap) * one.share, 0)
    sheets.at(-1)?.rows.push({
      width: pictures + slot.gaps * gap,
      height: picture / (proportions[at] ?? 1),
      count: row.length,
    })
    row = []
  }
  return sheets
}

const mixed = [wide, 5, 0.25, tall, tall, wide, 0.25, 5, wide]
const galleries: Record<string, number[]> = {
  one: [wide],
  tower: [0.1],
  panorama: [12],
  five: [wide, wide, tall, wide, wide],
  seven: [wide, wide, tall, tall, wide, tall, wide],
  extremes: mixed,
  'five hundred': Array.from({ length: 500 }, (_, at) => mixed[(at * 7) % mixed.length] ?? wide),
}

for (const [what, proportions] of Object.entries(galleries)) {
  test(`on paper no sheet overflows, and its rows end at one edge: ${what}`, () => {
    const sheets = sheetsOf(proportions)
    expect(sheets.flatMap(({ rows }) => rows).reduce((sum, { count }) => sum + count, 0)).toBe(proportions.length)
    for (const { rows } of sheets) {
      expect(rows.reduce((sum, row) => sum + row.height, (rows.length - 1) * gap)).toBeLessThan(height)
      for (const row of rows) {
        expect(row.height).toBeGreaterThan(0)
        expect(row.width).toBeLessThanOrEqual(width + 1e-9)
        expect(row.width).toBeCloseTo(rows[0]?.width ?? 0)
      }
    }
  })
}

test('no picture is left over, small on a sheet of its own, while there is room on another', () => {
  expect(sheetsOf([wide, wide, tall, wide, wide])).toHaveLength(1)
  const sheets = sheetsOf([wide, wide, tall, tall, wide, tall, tall])
  expect(sheets).toHaveLength(2)
  for (const { rows } of sheets) {
    const filled = rows.reduce((sum, row) => sum + (row.width - (row.count - 1) * gap) * row.height, 0)
    expect(filled / (width * height)).toBeGreaterThan(0.6)
  }
})

test('no pictures, no sheets', () => {
  expect(laySheets([])).toEqual([])
})
