import { expect, test } from 'vitest'
import { createTransferRate, sumProgress } from './transfer-rate.ts'

test('excluded files are not counted, and completely sent files do not count as left', () => {
  const files = [
    { size: 100, uploadedBytes: 100, excluded: false },
    { size: 200, uploadedBytes: 50, excluded: false },
    { size: 300, uploadedBytes: 0, excluded: false },
    { size: 999, uploadedBytes: 0, excluded: true },
  ]
  expect(sumProgress(files)).toEqual({ files: 3, filesLeft: 2, bytes: 600, uploadedBytes: 150 })
  expect(sumProgress([])).toEqual({ files: 0, filesLeft: 0, bytes: 0, uploadedBytes: 0 })
})

test('there is no estimate until the samples span 4 seconds', () => {
  const rate = createTransferRate()
  expect(rate.estimateSeconds(1_000)).toBeNull()
  rate.addSample(0, 0)
  rate.addSample(3_000, 3_000)
  expect(rate.estimateSeconds(1_000)).toBeNull()
  rate.addSample(5_000, 5_000)
  expect(rate.estimateSeconds(10_000)).toBe(10)
})

test('only the last 15 seconds count, and a stalled connection has no estimate', () => {
  const rate = createTransferRate()
  rate.addSample(0, 0)
  rate.addSample(10_000, 100_000)
  rate.addSample(16_000, 100_000)
  expect(rate.estimateSeconds(1_000)).toBeNull()
  rate.addSample(24_000, 108_000)
  expect(rate.estimateSeconds(14_000)).toBe(24.5)
})
