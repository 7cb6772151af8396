import { expect, test, vi } from 'vitest'
import { warnOnce } from './warn-once.ts'

test('each value is logged once, for at most 10 values', () => {
  const warn = vi.fn()
  const warnOf = warnOnce({ warn }, 'another host')
  for (let round = 0; round < 3; round++) for (let n = 0; n < 20; n++) warnOf(`${n}.example`)
  expect(warn).toHaveBeenCalledTimes(10)
  expect(warn).toHaveBeenLastCalledWith('another host', { value: '9.example' })
})

test('a long value is truncated', () => {
  const warn = vi.fn()
  warnOnce({ warn }, 'another host')('x'.repeat(10_000))
  expect(warn).toHaveBeenCalledWith('another host', { value: 'x'.repeat(200) })
})
