import { expect, test } from 'vitest'
import { layRows } from './rows.ts'

const wide = 1.5
const tall = 0.8

test('a row shares its width by the proportions, so that all its pictures have one height', () => {
  const [first, second] = layRows([wide, tall], 2.3)
  expect(first?.gaps).toBe(1)
  expect((first?.share ?? 0) / (second?.share ?? 1)).toBeCloseTo(wide / tall)
  expect((first?.share ?? 0) + (second?.share ?? 0)).toBeCloseTo(1)
})

test('rows come close to the ideal, wherever that puts the breaks', () => {
  expect(layRows([wide, wide, tall, wide, wide], 2.6).map((slot) => slot.gaps)).toEqual([1, 1, 2, 2, 2])
})

test('a lone upright picture is not blown up', () => {
  expect(layRows([tall], 2.5)[0]).toEqual({ share: tall / (2.5 * 0.7), gaps: 0 })
})

test('a tower is not blown up beside wide pictures, and a panorama is never wider than the row', () => {
  for (const proportions of [[5], [0.25], [5, 0.25], [1.5, 0.25, 1.5], [0.25, 5, 0.25, 5, 1], [5, 5, 5]]) {
    for (const ideal of [2.1, 2.6, 3.2]) {
      const slots = layRows(proportions, ideal)
      for (const [at, { share }] of slots.entries()) {
        expect(share).toBeLessThanOrEqual(1)
        // Its height, in widths of the row.
        expect(share / (proportions[at] ?? 1)).toBeLessThanOrEqual(1 / (ideal * 0.7) + 1e-9)
      }
    }
  }
})

test('every picture has its slot, also among five hundred', () => {
  const slots = layRows(
    Array.from({ length: 500 }, (_, index) => (index % 3 ? wide : tall)),
    2.6,
  )
  expect(slots).toHaveLength(500)
  for (const slot of slots) expect(slot.share).toBeGreaterThan(0)
})

test('no pictures, no slots', () => {
  expect(layRows([], 2.5)).toEqual([])
})
