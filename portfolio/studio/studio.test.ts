import { expect, test } from 'vitest'
import { telephoneAddress } from './studio.ts'

test('a phone number becomes a `tel:` URL', () => {
  expect(telephoneAddress('+44 161 496 0000')).toBe('tel:+441614960000')
  expect(telephoneAddress('(0161) 496-0000')).toBe('tel:01614960000')
  expect(telephoneAddress('+39 (0)6 1234')).toBe('tel:+39061234')
})

test('the `(0)` of an international number is not dialled', () => {
  expect(telephoneAddress('+44 (0)161 496-0000')).toBe('tel:+441614960000')
  expect(telephoneAddress('+44(0) 161 496 0000')).toBe('tel:+441614960000')
  expect(telephoneAddress('(0)161 496 0000')).toBe('tel:01614960000')
})
