import { expect, test } from 'vitest'
import { clipToSrgb, colourDifference, toLab } from './colour-difference.ts'

// Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", table 1: pairs 1, 7, 10, 13, 16, 17, 20, 24 and 34.
test.each([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.001], 7.1792],
  [[50, -0.001, 2.49], [50, 0.0009, -2.49], 4.8045],
  [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.5, 0], [58, 24, 15], 19.4535],
  [[50, 2.5, 0], [50, 3.2592, 0.335], 1],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
] as const)('the difference between %j and %j is %d', (one, other, difference) => {
  expect(colourDifference(one, other)).toBeCloseTo(difference, 3)
  expect(colourDifference(other, one)).toBeCloseTo(difference, 3)
})

test('greys are the same in both colour spaces, and the reddest P3 colour is outside sRGB', () => {
  for (const value of [0, 90, 255]) {
    expect(colourDifference(toLab([value, value, value], 'srgb'), toLab([value, value, value], 'p3'))).toBeLessThan(
      0.01,
    )
  }
  expect(toLab([255, 0, 0], 'srgb')[0]).toBeCloseTo(53.24, 1)
  expect(colourDifference(toLab([255, 0, 0], 'srgb'), toLab([255, 0, 0], 'p3'))).toBeGreaterThan(2)
  expect(clipToSrgb([255, 0, 0]).map(Math.round)).toEqual([255, 0, 0])
  expect(clipToSrgb([234, 51, 35]).map(Math.round)).toEqual([255, 0, 0])
})
