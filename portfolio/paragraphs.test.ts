import { expect, test } from 'vitest'
import { paragraphsOf } from './paragraphs.ts'

test('blank lines separate paragraphs; single line breaks are kept', () => {
  expect(paragraphsOf('One\nline.\n\n  \nTwo.\n \t\nThree. ')).toEqual(['One\nline.', 'Two.', 'Three.'])
  expect(paragraphsOf('')).toEqual([])
})
