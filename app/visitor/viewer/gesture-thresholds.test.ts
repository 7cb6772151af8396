import { expect, test } from 'vitest'
import { closesViewer, hasMoved, isDoubleTap, enteringSide, swipeStep } from './gesture-thresholds.ts'

const start = { x: 100, y: 100 }
const stepTo = (x: number, y = 0) => swipeStep(start, { x: start.x + x, y: start.y + y })

test('a movement of 51 pixels changes the image, one of 50 does not', () => {
  expect(stepTo(50)).toBe(0)
  expect(stepTo(-50)).toBe(0)
  expect(stepTo(51)).toBe(-1)
  expect(stepTo(-51)).toBe(1)
})

test('a movement at least as vertical as horizontal does not change the image', () => {
  expect(stepTo(-200, 60)).toBe(1)
  expect(stepTo(-200, -199)).toBe(1)
  expect(stepTo(-200, 200)).toBe(0)
  expect(stepTo(52, -230)).toBe(0)
})

test('a steep movement down of more than 100 pixels closes the viewer', () => {
  const closes = (x: number, y: number) => closesViewer(start, { x: start.x + x, y: start.y + y })
  expect(closes(0, 100)).toBe(false)
  expect(closes(0, 101)).toBe(true)
  expect(closes(60, 101)).toBe(true)
  expect(closes(-68, 101)).toBe(false)
  expect(closes(0, -200)).toBe(false)
})

test('a movement of less than 8 pixels is within the tolerance for a tap', () => {
  expect(hasMoved(start, { x: 107, y: 93 })).toBe(false)
  expect(hasMoved(start, { x: 108, y: 100 })).toBe(true)
  expect(hasMoved(start, { x: 100, y: 92 })).toBe(true)
})

test('two taps close in time and position are a double tap', () => {
  const first = { x: 100, y: 100, timeMs: 1_000 }
  expect(isDoubleTap(first, { x: 110, y: 95, timeMs: 1_250 })).toBe(true)
  expect(isDoubleTap(first, { x: 110, y: 95, timeMs: 1_400 })).toBe(false)
  expect(isDoubleTap(first, { x: 180, y: 100, timeMs: 1_100 })).toBe(false)
  expect(isDoubleTap(null, first)).toBe(false)
})

test('wrapping around either end keeps the direction', () => {
  expect(enteringSide(4, 0, 5)).toBe(1)
  expect(enteringSide(0, 4, 5)).toBe(-1)
  expect(enteringSide(0, 1, 2)).toBe(1)
  expect(enteringSide(1, 0, 2)).toBe(-1)
})
