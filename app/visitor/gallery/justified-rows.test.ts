import { expect, test } from 'vitest'
import { layOutRows } from './justified-rows.ts'

const landscape = 1.5
const portrait = 0.8

test('the images of a row divide its width by aspect ratio and have the same height', () => {
  const [first, second] = layOutRows([landscape, portrait], 2.3)
  expect(first?.gaps).toBe(1)
  expect((first?.share ?? 0) / (second?.share ?? 1)).toBeCloseTo(landscape / portrait)
  expect((first?.share ?? 0) + (second?.share ?? 0)).toBeCloseTo(1)
})

test('row ratios are as close as possible to the ideal ratio', () => {
  expect(layOutRows([landscape, landscape, portrait, landscape, landscape], 2.6).map((item) => item.gaps)).toEqual([
    1, 1, 2, 2, 2,
  ])
})

test('a single portrait image is not enlarged to the full width', () => {
  expect(layOutRows([portrait], 2.5)[0]).toEqual({ share: portrait / (2.5 * 0.7), gaps: 0 })
})

test('no image exceeds the maximum row height or the row width', () => {
  for (const ratios of [[5], [0.25], [5, 0.25], [1.5, 0.25, 1.5], [0.25, 5, 0.25, 5, 1], [5, 5, 5]]) {
    for (const idealRatio of [2.1, 2.6, 3.2]) {
      const items = layOutRows(ratios, idealRatio)
      for (const [index, { share }] of items.entries()) {
        expect(share).toBeLessThanOrEqual(1)
        // Height relative to the row width.
        expect(share / (ratios[index] ?? 1)).toBeLessThanOrEqual(1 / (idealRatio * 0.7) + 1e-9)
      }
    }
  }
})

test('each of 500 images has an item', () => {
  const items = layOutRows(
    Array.from({ length: 500 }, (_, index) => (index % 3 ? landscape : portrait)),
    2.6,
  )
  expect(items).toHaveLength(500)
  for (const item of items) expect(item.share).toBeGreaterThan(0)
})

test('no images produce no items', () => {
  expect(layOutRows([], 2.5)).toEqual([])
})
