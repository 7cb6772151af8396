import { expect, test } from 'vitest'
import { fileTooLargeMessage, limitsOf, limitsOfType } from './accepted-formats.ts'

test.each([
  ['image/jpeg', 'jpeg', 120, 102],
  ['image/png', 'png', 50, 64],
  ['image/webp', 'webp', 50, 64],
  ['image/heic', 'heic', 50, 64],
  ['image/avif', 'avif', 50, 32],
] as const)('%s has the same limits in the browser as on the server', (type, format, megabytes, megapixels) => {
  expect(limitsOfType(type)).toEqual(limitsOf(format))
  expect(limitsOfType(type)).toMatchObject({ bytes: megabytes * 1024 * 1024, pixels: megapixels * 1_000_000 })
  expect(fileTooLargeMessage(limitsOfType(type))).toBe(`This file is larger than ${megabytes} MB.`)
})

test('a file without a MIME type has the limits of a JPEG', () => {
  expect(limitsOfType('')).toEqual(limitsOf('jpeg'))
})
