import { expect, test } from 'vitest'
import { directionOf, stepOf } from './swipe.ts'

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
