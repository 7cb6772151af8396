import { expect, test } from 'vitest'
import { rangeOf } from './selected.ts'

test('a range goes in either direction and holds both ends', () => {
  const ids = [...'abcdef']
  expect(rangeOf(ids, 'b', 'd').join('')).toBe('bcd')
  expect(rangeOf(ids, 'e', 'c').join('')).toBe('cde')
  expect(rangeOf(ids, 'a', 'a').join('')).toBe('a')
})

test('from one that has gone there is no range', () => {
  expect(rangeOf([...'abc'], 'x', 'b')).toEqual(['b'])
})
