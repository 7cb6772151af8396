import { expect, test } from 'vitest'
import { orderWith, slotAt, type Box } from './drop-slot.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('in rows the side of the nearest picture decides', () => {
  const rows = [box(0, 0, 100, 80), box(110, 0, 60, 80), box(0, 90, 170, 80)]
  expect(slotAt(rows, 20, 40)).toMatchObject({ index: 0, side: 'left' })
  expect(slotAt(rows, 80, 40)).toMatchObject({ index: 1, at: 0, side: 'right' })
  expect(slotAt(rows, 120, 40)).toMatchObject({ index: 1, at: 1, side: 'left' })
  expect(slotAt(rows, 400, 40)).toMatchObject({ index: 2, at: 1 })
  // A row of its own: above or below.
  expect(slotAt(rows, 160, 100)).toMatchObject({ index: 2, side: 'top' })
  expect(slotAt(rows, 10, 160)).toMatchObject({ index: 3, side: 'bottom' })
})

test('in a column it is above or below, in a staggered list beside', () => {
  const column = [box(0, 0, 300, 200), box(0, 220, 300, 200)]
  expect(slotAt(column, 290, 90)).toMatchObject({ index: 0, side: 'top' })
  expect(slotAt(column, 10, 205)).toMatchObject({ index: 1, side: 'bottom' })
  const staggered = [box(0, 0, 300, 300), box(320, 120, 200, 300)]
  expect(slotAt(staggered, 500, 300)).toMatchObject({ index: 2, side: 'right' })
  expect(slotAt([], 0, 0)).toBeNull()
})

test('what is chosen stands as one block in its order; the others close up', () => {
  const ids = [...'abcdef']
  expect(orderWith(ids, ['e', 'b'], 0).join('')).toBe('beacdf')
  expect(orderWith(ids, ['b', 'd'], 4).join('')).toBe('acbdef')
  expect(orderWith(ids, ['b'], 6).join('')).toBe('acdefb')
  expect(orderWith(ids, ['b'], 1).join('')).toBe('abcdef')
  expect(orderWith(ids, ['b'], 2).join('')).toBe('abcdef')
})
