import { expect, test } from 'vitest'
import { createPace, spellBytes, spellSeconds, sumUp } from './pace.ts'

test('files and bytes are counted, without the refused ones', () => {
  const loads = [
    { size: 100, arrived: 100, out: false },
    { size: 200, arrived: 50, out: false },
    { size: 300, arrived: 0, out: false },
    { size: 999, arrived: 0, out: true },
  ]
  expect(sumUp(loads)).toEqual({ files: 3, bytes: 600, arrived: 150 })
  expect(sumUp([])).toEqual({ files: 0, bytes: 0, arrived: 0 })
})

test('how long it takes is said only once it is known', () => {
  const pace = createPace()
  expect(pace.secondsFor(1_000)).toBeNull()
  pace.see(0, 0)
  pace.see(3_000, 3_000)
  expect(pace.secondsFor(1_000)).toBeNull()
  pace.see(5_000, 5_000)
  expect(pace.secondsFor(10_000)).toBe(10)
})

test('only the last seconds count, and a line that stands still has no estimate', () => {
  const pace = createPace()
  pace.see(0, 0)
  pace.see(10_000, 100_000)
  pace.see(16_000, 100_000)
  expect(pace.secondsFor(1_000)).toBeNull()
  pace.see(24_000, 108_000)
  expect(pace.secondsFor(14_000)).toBe(24.5)
})

test('figures are as coarse as they are known', () => {
  expect([0, 512 * 1024, 9.9 * 1024 ** 2, 1_800 * 1024 ** 2].map(spellBytes)).toEqual([
    '0.0 MB',
    '0.5 MB',
    '9.9 MB',
    '1,800 MB',
  ])
  expect([3, 11, 49, 55, 89, 100, 3_500, 3_700, 9_000].map(spellSeconds)).toEqual([
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
