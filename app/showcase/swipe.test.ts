import { expect, test } from 'vitest'
import { hasMoved, isDouble, sideOf, stepOf } from './swipe.ts'

const start = { x: 100, y: 100 }
const stepTo = (x: number, y = 0) => stepOf(start, { x: start.x + x, y: start.y + y })

test('a movement of 50 pixels stays, of 51 changes the image', () => {
  expect(stepTo(50)).toBe(0)
  expect(stepTo(-50)).toBe(0)
  expect(stepTo(51)).toBe(-1)
  expect(stepTo(-51)).toBe(1)
})

test('a movement that goes up or down as far as across changes nothing', () => {
  expect(stepTo(-200, 60)).toBe(1)
  expect(stepTo(-200, -199)).toBe(1)
  expect(stepTo(-200, 200)).toBe(0)
  expect(stepTo(52, -230)).toBe(0)
})

test('a finger that trembles has not moved', () => {
  expect(hasMoved(start, { x: 107, y: 93 })).toBe(false)
  expect(hasMoved(start, { x: 108, y: 100 })).toBe(true)
  expect(hasMoved(start, { x: 100, y: 92 })).toBe(true)
})

test('two taps are one double tap when they are near in time and in place', () => {
  const first = { x: 100, y: 100, at: 1_000 }
  expect(isDouble(first, { x: 110, y: 95, at: 1_250 })).toBe(true)
  expect(isDouble(first, { x: 110, y: 95, at: 1_400 })).toBe(false)
  expect(isDouble(first, { x: 180, y: 100, at: 1_100 })).toBe(false)
  expect(isDouble(null, first)).toBe(false)
})

test('past either end the images go on in the same direction', () => {
  expect(sideOf(4, 0, 5)).toBe(1)
  expect(sideOf(0, 4, 5)).toBe(-1)
  expect(sideOf(0, 1, 2)).toBe(1)
  expect(sideOf(1, 0, 2)).toBe(-1)
})
