import { expect, test } from 'vitest'
import { parseWholeNumber } from './whole-number.ts'

test.each([
  ['3', 3],
  ['0', 0],
  ['-12', -12],
  ['007', 7],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['-9007199254740991', Number.MIN_SAFE_INTEGER],
])('%j is the whole number %d', (text, number) => expect(parseWholeNumber(text)).toBe(number))

test('-0 becomes 0', () => {
  expect(Object.is(parseWholeNumber('-0'), 0)).toBe(true)
})

test.each([
  '',
  ' ',
  '5abc',
  'abc',
  '1.5',
  '1,5',
  '1e3',
  '0x10',
  '+5',
  '--5',
  '- 5',
  '5-',
  ' 5',
  '5 ',
  '5\n',
  '1 000',
  '1_000',
  '٣',
  '３',
  '½',
  '²',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'true',
  '[]',
  '9007199254740992',
  '-9007199254740992',
  '99999999999999999',
  '1'.repeat(1_000),
  `${'0'.repeat(999)}1`,
])('%j is not a whole number', (text) => expect(parseWholeNumber(text)).toBeNull())
