import { expect, test } from 'vitest'
import { toneOf } from './tone.ts'

test('pale plaster is light, a room at night is dark', () => {
  expect(toneOf({ colour: '#d8c8b8' })).toBe('light')
  expect(toneOf({ colour: '#161412' })).toBe('dark')
})

test('the line between light and dark is where both inks read alike, not half way between black and white', () => {
  expect(toneOf({ colour: '#808080' })).toBe('light')
  expect(toneOf({ colour: '#7b7b7b' })).toBe('light')
  expect(toneOf({ colour: '#747474' })).toBe('dark')
})
