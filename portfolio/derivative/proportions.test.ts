import { expect, test } from 'vitest'
import { cropArea, uprightProportion } from './proportions.ts'

test('an upright cover is shown in the nearest of 4:5, 3:4 and 2:3', () => {
  const shown = [1, 0.86, 0.8, 0.75, 2 / 3, 0.5].map((ratio) =>
    uprightProportion({ width: 1_000 * ratio, height: 1_000 }),
  )
  expect(shown).toEqual([null, null, '4x5', '3x4', '2x3', '2x3'])
})

test('a crop shows the same area as `object-fit: cover` with the focal point as `object-position`', () => {
  expect(cropArea({ width: 3_000, height: 2_000 }, '4x5-42-50')).toEqual({
    left: 588,
    top: 0,
    width: 1_600,
    height: 2_000,
  })
  expect(cropArea({ width: 1_000, height: 2_000 }, '1x1-50-10')).toEqual({
    left: 0,
    top: 100,
    width: 1_000,
    height: 1_000,
  })
  for (const focal of ['0-0', '100-100', '37-81']) {
    const { left, top, width, height } = cropArea({ width: 1_001, height: 333 }, `9x16-${focal}`)
    expect(left + width).toBeLessThanOrEqual(1_001)
    expect(top + height).toBeLessThanOrEqual(333)
  }
})
