import { expect, test } from 'vitest'
import { accessibleName } from './photo.ts'

test('the accessible name of a photo is its alt text, or its position', () => {
  expect(accessibleName({ alt: 'A lamp' }, 2, 'Thrown')).toBe('A lamp')
  expect(accessibleName({ alt: '' }, 2, 'Thrown')).toBe('Image 2 of Thrown')
})
