import { expect, test } from 'vitest'
import { idsInRange } from './use-selection.ts'

test('a range can run in either direction and includes both ends', () => {
  const ids = [...'abcdef']
  expect(idsInRange(ids, 'b', 'd').join('')).toBe('bcd')
  expect(idsInRange(ids, 'e', 'c').join('')).toBe('cde')
  expect(idsInRange(ids, 'a', 'a').join('')).toBe('a')
})

test('a range that starts at a removed id contains only the other id', () => {
  expect(idsInRange([...'abc'], 'x', 'b')).toEqual(['b'])
})
