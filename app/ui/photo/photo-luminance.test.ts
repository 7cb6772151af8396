import { expect, test } from 'vitest'
import { lightOrDark } from './photo-luminance.ts'

test('a pale colour is light, a near-black one is dark', () => {
  expect(lightOrDark({ colour: '#d8c8b8' })).toBe('light')
  expect(lightOrDark({ colour: '#161412' })).toBe('dark')
})

test('the threshold is where both text colours have equal contrast, not halfway between black and white', () => {
  expect(lightOrDark({ colour: '#808080' })).toBe('light')
  expect(lightOrDark({ colour: '#7b7b7b' })).toBe('light')
  expect(lightOrDark({ colour: '#747474' })).toBe('dark')
})
