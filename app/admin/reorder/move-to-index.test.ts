import { expect, test } from 'vitest'
import { moveToIndex } from './move-to-index.ts'

test('moved ids form one block in list order', () => {
  const ids = [...'abcdef']
  expect(moveToIndex(ids, ['e', 'b'], 0).join('')).toBe('beacdf')
  expect(moveToIndex(ids, ['b', 'd'], 4).join('')).toBe('acbdef')
  expect(moveToIndex(ids, ['b'], 6).join('')).toBe('acdefb')
  expect(moveToIndex(ids, ['b'], 1).join('')).toBe('abcdef')
  expect(moveToIndex(ids, ['b'], 2).join('')).toBe('abcdef')
})
