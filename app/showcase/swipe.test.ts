import { expect, test } from 'vitest'
import { directionOf, isDouble, sideOf, stepOf } from './swipe.ts'

test('a movement of 50 pixels stays, of 51 changes the image', () => {
  expect(stepOf(50)).toBe(0)
  expect(stepOf(-50)).toBe(0)
  expect(stepOf(51)).toBe(-1)
  expect(stepOf(-51)).toBe(1)
})

test('a finger that goes down is not swiping, also when it turns later', () => {
  const from = { x: 100, y: 100 }
  expect(directionOf(from, { x: 103, y: 104 })).toBeNull()
  expect(directionOf(from, { x: 110, y: 130 })).toBe('along')
  expect(directionOf(from, { x: 70, y: 110 })).toBe('across')
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
