import { expect, test } from 'vitest'
import { hasToken, withoutToken } from './token-path.ts'

test.each([
  '/reset/abc',
  '/RESET/abc.data',
  '/reset//abc/',
  '//reset/abc',
  '/%72eset/abc',
  '/reset%2Fabc',
  '/reset/abc%',
  '/invite/abc',
  '/confirm/abc',
  '/confirm-mail/abc',
  '/claim/abc',
  '/private/abc',
  '/private/abc/photos/1/v3/360.avif',
  '/PRIVATE/abc.data',
])('%s has a token, which `withoutToken` leaves out', (path) => {
  expect(hasToken(path)).toBe(true)
  expect(withoutToken(path)).toMatch(/^\/[a-z-]+\/…$/)
})

test.each(['/', '/reset', '/reset/', '/reset.data', '/resetting/abc', '/projects/abc', '/work/reset/abc', '/%'])(
  '%s has no token',
  (path) => {
    expect(hasToken(path)).toBe(false)
    expect(withoutToken(path)).toBe(path)
  },
)
