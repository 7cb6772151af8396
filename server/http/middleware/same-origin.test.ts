import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { requireSameOrigin } from './same-origin.ts'

const site = 'https://studio.example'
const app = new Hono().use(requireSameOrigin(site)).all('*', (c) => c.text('ok'))

const statusOf = async (method: string, headers: Record<string, string>) =>
  (await app.request('/work', { method, headers })).status

test.each(['GET', 'HEAD', 'OPTIONS'])('%s is safe and may come from any site', async (method) => {
  expect(await statusOf(method, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' })).toBe(200)
})

const unsafe = ['POST', 'PATCH', 'DELETE', 'PUT']

test.each(unsafe)('%s from a page of this site passes', async (method) => {
  expect(await statusOf(method, { 'Sec-Fetch-Site': 'same-origin', Cookie: 'a=b' })).toBe(200)
  expect(await statusOf(method, { 'Sec-Fetch-Site': 'same-origin', Origin: site, Cookie: 'a=b' })).toBe(200)
  // Safari has sent Sec-Fetch-Site only since 2023.
  expect(await statusOf(method, { Origin: site, Cookie: 'a=b' })).toBe(200)
})

test.each(unsafe)('%s from another site is refused', async (method) => {
  for (const from of ['cross-site', 'same-site', 'none', 'SAME-ORIGIN', 'x']) {
    expect(await statusOf(method, { 'Sec-Fetch-Site': from })).toBe(403)
    expect(await statusOf(method, { 'Sec-Fetch-Site': from, Origin: site, Cookie: 'a=b' })).toBe(403)
  }
  const foreign = [
    'https://evil.example',
    'null',
    '',
    'http://studio.example',
    'https://studio.example:8443',
    'https://www.studio.example',
    'https://studio.example.evil.example',
    'https://studio.example/',
    'https://STUDIO.example',
  ]
  for (const Origin of foreign) {
    expect(await statusOf(method, { Origin, Cookie: 'a=b' })).toBe(403)
    expect(await statusOf(method, { Origin })).toBe(403)
  }
})

test('the content type makes no difference', async () => {
  for (const type of [
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '',
  ]) {
    expect(await statusOf('POST', { 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site', Cookie: 'a=b' })).toBe(403)
  }
})

test('a POST request with neither Sec-Fetch-Site nor Origin is refused if it has a cookie', async () => {
  expect(await statusOf('POST', {})).toBe(200)
  expect(await statusOf('POST', { Cookie: 'a=b' })).toBe(403)
  expect(await statusOf('POST', { Referer: `${site}/work`, Cookie: 'a=b' })).toBe(403)
})
