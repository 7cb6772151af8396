import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseResponse, prepareCachedPage } from './cached-page.ts'

const nonce = 'AB+/cd=='
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const html = `<link nonce="${nonce}" href="/a.css"><style nonce="${nonce}">a{}</style><script nonce="${nonce}">one()</script>
<script>injected()</script><p>${'text '.repeat(100)}</p><script type="module" nonce="${nonce}" async="">two('é')</script>`

const prepare = (text = html) =>
  prepareCachedPage(new Response(text, { headers: { 'Content-Type': 'text/html' } }), nonce, 'https://studio.example')

test('the policy allows only the scripts and styles that have the nonce, and the nonces are removed', async () => {
  const { responses } = await prepare()
  const { headers, body } = responses.identity
  expect(body.toString()).toBe(html.replaceAll(` nonce="${nonce}"`, ''))
  const policy = headers['Content-Security-Policy']?.split('; ')
  expect(policy).toContain(`script-src 'self' ${hash('one()')} ${hash("two('é')")}`)
  expect(policy).toContain(`style-src 'self' ${hash('a{}')}`)
})

test.each([
  [undefined, undefined],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['deflate', undefined],
  ['br;q=0, gzip', undefined],
])('Accept-Encoding %s gets %s', async (accepted, encoding) => {
  const page = await prepare()
  const response = chooseResponse(page, accepted ? { 'accept-encoding': accepted } : {})
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((body: Buffer) => body)
  expect(response.headers['Content-Encoding']).toBe(encoding)
  expect(decode(response.body)).toEqual(page.responses.identity.body)
  expect(response.headers).toMatchObject({
    'Cache-Control': 'public, no-cache',
    Vary: 'Cookie, Accept-Encoding, Save-Data',
  })
  expect(response.headers['Content-Length']).toBe(`${response.body.length}`)
})

test('a client that has the page gets a 304 with its headers; one with another version gets a whole page', async () => {
  const [page, other] = [await prepare(), await prepare('other')]
  const known = chooseResponse(page, { 'if-none-match': `W/"x", ${page.etag}` })
  expect([known.status, known.body.length, known.headers['Content-Length']]).toEqual([304, 0, undefined])
  expect(known.headers).toHaveProperty('Content-Security-Policy')
  expect(known.headers['ETag']).toBe(page.etag)
  expect(chooseResponse(page, { 'if-none-match': other.etag }).status).toBe(200)
})
