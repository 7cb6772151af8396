import { expect, test } from 'vitest'
import { areToolsHidden, toolsCookie } from './hidden-tools.ts'

const origin = 'https://studio.example'
const cookieOf = (hidden: boolean) => toolsCookie({ hidden, origin }).split(';')[0] ?? ''

test('the cookie hides the tools until it is replaced', () => {
  const areHidden = (...cookies: string[]) => areToolsHidden(new Headers({ Cookie: cookies.join('; ') }))
  expect(areHidden('a=b', cookieOf(true), 'c=d')).toBe(true)
  expect(areHidden(cookieOf(false))).toBe(false)
  expect(areHidden('other-enfilade-tools=hidden', 'enfilade-tools=hidden2', 'x="enfilade-tools=hidden"')).toBe(false)
  expect(areToolsHidden(new Headers())).toBe(false)
})

test('the cookie lasts 400 days, and is secure on a site with HTTPS', () => {
  expect(toolsCookie({ hidden: true, origin })).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(toolsCookie({ hidden: false, origin })).toContain('Max-Age=0')
  expect(toolsCookie({ hidden: true, origin: 'http://localhost:3000' })).not.toContain('Secure')
})
