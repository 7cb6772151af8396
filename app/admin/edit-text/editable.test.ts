import { expect, test } from 'vitest'
import { displayedText } from './editable.ts'

test('a text with options is displayed as the label of its option, or as it is if it is no longer an option', () => {
  const part = { options: [['bath', 'Bathroom']] } as const
  expect(['bath', 'Spa', ''].map((text) => displayedText(part, text))).toEqual(['Bathroom', 'Spa', 'Not given'])
  expect(['Water Tower', ''].map((text) => displayedText({}, text))).toEqual(['Water Tower', ''])
})
