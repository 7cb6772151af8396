import { expect, test } from 'vitest'
import { candidatesOf, normalizeAddress, oldAddressLimits, parseTypedAddress } from './old-address.ts'
import { parseLine } from './pasted-list.ts'

const normalize = (typed: string) => {
  const url = parseTypedAddress(typed)
  return url && normalizeAddress(url)
}

test.each([
  [' /About.HTML ', '/about.html'],
  ['/blog//2019/', '/blog/2019'],
  ['/', '/'],
  ['/index.php?Page=About#team', '/index.php?page=about'],
  ['/blog/?', '/blog'],
  ['/über uns', '/über uns'],
  ['/%C3%BCber%20uns', '/über uns'],
  ['/u\u0308ber%20uns', '/über uns'],
  ['/caf%E9.html', '/caf%e9.html'],
  ['/a%2Fb', '/a%2fb'],
  ['/a/../b', '/b'],
  ['https://former.example/team.html?x', '/team.html?x'],
  ['//evil.example/team', null],
  ['about.html', null],
  ['javascript:alert(1)', null],
  ['', null],
  ['/a%00b', null],
  [`/${'x'.repeat(oldAddressLimits.path)}`, null],
])('the old address %j is compared as %j', (typed, address) => expect(normalize(typed)).toBe(address))

test('escapes that are not UTF-8 are compared as the server passes them on', () => {
  // The server encodes the percent signs of a path that cannot be decoded.
  expect(candidatesOf(new URL('http://site/caf%25E9.html'))).toContain(normalize('/caf%E9.html'))
})

test('a requested URL has two old addresses, with and without its query, or one if that is too long', () => {
  expect(candidatesOf(new URL('http://site/Old.php?id=3'))).toEqual(['/old.php?id=3', '/old.php'])
  expect(candidatesOf(new URL(`http://site/old.php?${'x'.repeat(400)}`))).toEqual(['/old.php'])
  expect(candidatesOf(new URL(`http://site/${'x'.repeat(400)}`))).toEqual([])
})

test.each([
  ['/a.html -> /about', '/a.html', '/about'],
  ['/a.html->/about', '/a.html', '/about'],
  ['/a b.html → /about', '/a b.html', '/about'],
  ['  /a.html\t/about ', '/a.html', '/about'],
  ['/a.html => https://studio.example/projects/kiln?image=1#x', '/a.html', '/projects/kiln'],
  ['/a.html -> https://studio.example', '/a.html', '/'],
  ['/a.html -> https://studio.example?from=old', '/a.html', '/'],
])('the line %j contains an old address and a path of the site', (line, path, target) => {
  const parsed = parseLine(line, 'https://studio.example')
  expect({ ...parsed, path: parsed?.path.trim() }).toEqual({ path, target })
})

test.each([
  '/a.html',
  '/a.html ->',
  '-> /about',
  '/a.html -> https://evil.example/about',
  '/a.html -> https://studio.example.evil.example/about',
  '/a.html -> //evil.example/about',
  '/a.html -> javascript:alert(1)',
  '/a.html /b.html /about',
])('the line %j is refused', (line) => expect(parseLine(line, 'https://studio.example')).toBeNull())
