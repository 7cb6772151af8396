import { expect, test } from 'vitest'
import { openDeviceCookies } from './device-cookies.ts'

const email = 'anna@example.com'
const now = new Date('2026-01-01T00:00:00Z')
const day = 24 * 60 * 60_000
const settings = { origin: 'https://studio.example', secret: 'x'.repeat(43), paths: ['/login', '/login.data'] }
const devices = openDeviceCookies(settings)
const create = () => devices.create(email, now)[0]?.split(';')[0] ?? ''
const find = (cookie: string, address = email, at = now) => devices.find(new Headers({ cookie }), address, at)

test('the cookie is sent only to the log-in paths, is not readable by scripts and expires after 400 days', () => {
  const value = /^__Secure-enfilade-device=[\w-]{22}\.1767225600000\.[\w-]{43}; /
  const attributes = 'Max-Age=34560000; HttpOnly; SameSite=Lax; Secure'
  const cookies = devices.create(email, now)
  expect(cookies.map((cookie) => cookie.replace(value, ''))).toEqual([
    `Path=/login; ${attributes}`,
    `Path=/login.data; ${attributes}`,
  ])
  expect(new Set(cookies.map((cookie) => cookie.split(';')[0])).size).toBe(1)
  expect(cookies.join()).not.toContain('anna')
  expect(
    openDeviceCookies({ ...settings, origin: 'http://localhost:3000' })
      .create(email, now)
      .join(),
  ).not.toMatch(/Secure/)
})

test('a cookie is valid for its account, among other cookies, until it is 400 days old', () => {
  const cookie = create()
  const id = find(cookie)
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(find(`a=b; ${cookie}; c=d`)).toBe(id)
  expect(find(`${create().slice(0, -6)}AAAAAA; ${cookie}`)).toBe(id)
  expect(find(cookie, email, new Date(now.getTime() + 400 * day))).toBe(id)
  expect(find(cookie, email, new Date(now.getTime() + 400 * day + 1))).toBeNull()
  expect(find(cookie, 'bert@example.com')).toBeNull()
  expect(find(create())).not.toBe(id)
})

test('cookies that are changed, malformed or signed with another secret are invalid', () => {
  const cookie = create()
  const other =
    openDeviceCookies({ ...settings, secret: 'y'.repeat(43) })
      .create(email, now)[0]
      ?.split(';')[0] ?? ''
  for (const planted of [
    '',
    '=',
    other,
    cookie.replace('1767225600000', '1767225600001'),
    cookie.replace('device=', 'device=A'),
    cookie.replace('__Secure-', ''),
    `${cookie.slice(0, -6)}AAAAAA`,
    cookie.slice(0, cookie.lastIndexOf('.')),
    `__Secure-enfilade-device=${'x'.repeat(8_000)}`,
  ])
    expect(find(planted)).toBeNull()
  expect(devices.find(new Headers(), email, now)).toBeNull()
})
