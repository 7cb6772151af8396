import { expect, test } from 'vitest'
import { safeRedirectPath } from './safe-redirect.ts'

const from = (next: string) => safeRedirectPath(`http://localhost/login?next=${encodeURIComponent(next)}`)

test('a path on this site is used', () => {
  expect(from('/create')).toBe('/create')
  expect(from('/projects/a?image=2')).toBe('/projects/a?image=2')
})

const unsafeValues = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil',
  'https://evil.example',
  'javascript:alert(1)',
  '/..//evil',
  '/\r\nSet-Cookie: a=b',
  '/caf\u00e9',
  '',
]

test.each(unsafeValues)('a value that is not a plain path on this site is replaced by /work: %j', (next) =>
  expect(from(next)).toBe('/work'),
)

test.each(['/login', '/LOGIN/', '/signup?next=/login', '/logout', '/account/verify'])(
  'an account page is replaced by /work: %s',
  (next) => {
    expect(from(next)).toBe('/work')
  },
)
