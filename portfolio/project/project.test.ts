import { expect, test } from 'vitest'
import { beginningOf, paragraphsOf, readPosition } from './project.ts'

test.each([
  ['3', 3],
  ['0', 0],
  ['-12', -12],
  ['007', 7],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['-9007199254740991', Number.MIN_SAFE_INTEGER],
])('%j is the position %d', (written, position) => expect(readPosition(written)).toBe(position))

test('minus nought is nought', () => {
  expect(Object.is(readPosition('-0'), 0)).toBe(true)
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
])('%j is no position', (written) => expect(readPosition(written)).toBeNull())

test('paragraphs are parted by empty lines; single line breaks stay inside', () => {
  expect(paragraphsOf('One\nline.\n\n  \nTwo.\n \t\nThree. ')).toEqual(['One\nline.', 'Two.', 'Three.'])
  expect(paragraphsOf('')).toEqual([])
})

test('the beginning of a text is one short line, also of one without a space', () => {
  expect(beginningOf('Oak,\n\nstone')).toBe('Oak, stone')
  expect(beginningOf('plaster '.repeat(40))).toBe(`${'plaster '.repeat(19).trim()}…`)
  expect(beginningOf('漢'.repeat(9_000))).toBe(`${'漢'.repeat(157)}…`)
  expect(beginningOf('😀'.repeat(200)).isWellFormed()).toBe(true)
})
