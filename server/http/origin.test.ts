import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { requireSameOrigin } from './origin.ts'

const site = 'https://studio.example'
const app = new Hono().use(requireSameOrigin(site)).all('*', (c) => c.text('through'))

const ask = async (method: string, headers: Record<string, string>) =>
  (await app.request('/work', { method, headers })).status

test.each(['GET', 'HEAD', 'OPTIONS'])('%s changes nothing, and may come from anywhere', async (method) => {
  expect(await ask(method, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' })).toBe(200)
})

const unsafe = ['POST', 'PATCH', 'DELETE', 'PUT']

test.each(unsafe)('%s from a page of this site passes', async (method) => {
  expect(await ask(method, { 'Sec-Fetch-Site': 'same-origin', Cookie: 'a=b' })).toBe(200)
  expect(await ask(method, { 'Sec-Fetch-Site': 'same-origin', Origin: site, Cookie: 'a=b' })).toBe(200)
  // Browsers from before 2023 send no Sec-Fetch-Site.
  expect(await ask(method, { Origin: site, Cookie: 'a=b' })).toBe(200)
})

test.each(unsafe)('%s from elsewhere does not', async (method) => {
  for (const from of ['cross-site', 'same-site', 'none', 'SAME-ORIGIN', 'x']) {
    expect(await ask(method, { 'Sec-Fetch-Site': from })).toBe(403)
    expect(await ask(method, { 'Sec-Fetch-Site': from, Origin: site, Cookie: 'a=b' })).toBe(403)
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
    expect(await ask(method, { Origin, Cookie: 'a=b' })).toBe(403)
    expect(await ask(method, { Origin })).toBe(403)
  }
})

test('the type of the body changes nothing', async () => {
  for (const type of [
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '',
  ]) {
    expect(await ask('POST', { 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site', Cookie: 'a=b' })).toBe(403)
  }
})

test('who says neither may act only without a cookie', async () => {
  expect(await ask('POST', {})).toBe(200)
  expect(await ask('POST', { Cookie: 'a=b' })).toBe(403)
  expect(await ask('POST', { Referer: `${site}/work`, Cookie: 'a=b' })).toBe(403)
})
