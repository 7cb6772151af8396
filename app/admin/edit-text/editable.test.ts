import { expect, test } from 'vitest'
import { displayedText } from './editable.ts'

test('a chosen value is displayed as its label, a removed option as stored, no choice as “Not given”', () => {
  const part = { options: [['bath', 'Bathroom']] } as const
  expect(['bath', 'Spa', ''].map((text) => displayedText(part, text))).toEqual(['Bathroom', 'Spa', 'Not given'])
  expect(['Water Tower', ''].map((text) => displayedText({}, text))).toEqual(['Water Tower', ''])
})
