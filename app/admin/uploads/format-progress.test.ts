import { expect, test } from 'vitest'
import { formatBytes, formatSeconds } from './format-progress.ts'

test('bytes and seconds are rounded for display', () => {
  expect([0, 512 * 1024, 9.9 * 1024 ** 2, 1_800 * 1024 ** 2].map(formatBytes)).toEqual([
    '0.0 MB',
    '0.5 MB',
    '9.9 MB',
    '1,800 MB',
  ])
  expect([3, 11, 49, 55, 89, 100, 3_500, 3_700, 9_000].map(formatSeconds)).toEqual([
    'a few seconds',
    'about 20 seconds',
    'about 50 seconds',
    'about a minute',
    'about a minute',
    'about 2 minutes',
    'about 58 minutes',
    'about an hour',
    'about 3 hours',
  ])
})
