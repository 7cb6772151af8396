import { expect, test } from 'vitest'
import { insertionPointAt, type Box } from './insertion-point.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('in rows, the target is the nearer side of the nearest box', () => {
  const rows = [box(0, 0, 100, 80), box(110, 0, 60, 80), box(0, 90, 170, 80)]
  expect(insertionPointAt(rows, 20, 40)).toMatchObject({ index: 0, side: 'left' })
  expect(insertionPointAt(rows, 80, 40)).toMatchObject({ index: 1, nearest: 0, side: 'right' })
  expect(insertionPointAt(rows, 120, 40)).toMatchObject({ index: 1, nearest: 1, side: 'left' })
  expect(insertionPointAt(rows, 400, 40)).toMatchObject({ index: 2, nearest: 1 })
  // The box is alone in its row, so the sides are top and bottom.
  expect(insertionPointAt(rows, 160, 100)).toMatchObject({ index: 2, side: 'top' })
  expect(insertionPointAt(rows, 10, 160)).toMatchObject({ index: 3, side: 'bottom' })
})

test('the sides are top and bottom in a column, left and right in a staggered list', () => {
  const column = [box(0, 0, 300, 200), box(0, 220, 300, 200)]
  expect(insertionPointAt(column, 290, 90)).toMatchObject({ index: 0, side: 'top' })
  expect(insertionPointAt(column, 10, 205)).toMatchObject({ index: 1, side: 'bottom' })
  const staggered = [box(0, 0, 300, 300), box(320, 120, 200, 300)]
  expect(insertionPointAt(staggered, 500, 300)).toMatchObject({ index: 2, side: 'right' })
  expect(insertionPointAt([], 0, 0)).toBeNull()
})
