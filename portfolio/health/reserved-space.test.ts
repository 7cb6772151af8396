import { expect, test } from 'vitest'
import { isAlmostFull, reservedBytes } from './reserved-space.ts'

const megabyte = 1024 * 1024

test('512 MB are reserved, or 5 % of a disk below 10 GB', () => {
  expect(reservedBytes({ free: 0, total: 1_000_000 * megabyte })).toBe(512 * megabyte)
  expect(reservedBytes({ free: 0, total: 100 * megabyte })).toBe(5 * megabyte)
})

test('a disk is almost full when reserved space would be used', () => {
  const space = { free: 7 * megabyte, total: 100 * megabyte }
  expect(isAlmostFull(space)).toBe(false)
  expect(isAlmostFull(space, 2 * megabyte)).toBe(false)
  expect(isAlmostFull(space, 2 * megabyte + 1)).toBe(true)
  expect(isAlmostFull(null, 1e15)).toBe(false)
})
