import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('an excerpt is one short line, even if the text has no spaces', () => {
  expect(excerptOf('Oak,\n\nstone')).toBe('Oak, stone')
  expect(excerptOf('plaster '.repeat(40))).toBe(`${'plaster '.repeat(19).trim()}…`)
  expect(excerptOf('漢'.repeat(9_000))).toBe(`${'漢'.repeat(157)}…`)
  expect(excerptOf('😀'.repeat(200)).isWellFormed()).toBe(true)
})
