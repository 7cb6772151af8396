import { expect, test } from 'vitest'
import { whereNext } from './where-next.ts'

const from = (next: string) => whereNext(`http://localhost/login?next=${encodeURIComponent(next)}`)

test('a path of this site is followed', () => {
  expect(from('/create')).toBe('/create')
  expect(from('/projects/a?image=2')).toBe('/projects/a?image=2')
})

const elsewhere = [
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

test.each(elsewhere)('anything else leads to /work: %j', (next) => expect(from(next)).toBe('/work'))

test.each(['/login', '/LOGIN/', '/signup?next=/login', '/logout'])('no door leads to a door: %s', (next) => {
  expect(from(next)).toBe('/work')
})
