import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { RequestVariables } from '#server/http/request-variables.ts'
import { setSecurityHeaders, securityHeaders } from './security-headers.ts'

const site = 'https://studio.example'

function createTestApp() {
  return new Hono<{ Variables: RequestVariables }>()
    .use(setSecurityHeaders(site))
    .get('/page', (c) => c.text(c.get('nonce')))
    .get('/fails', () => {
      throw new Error('unexpected')
    })
}

test.each(['/page', '/unknown', '/fails'])('every response has the headers: %s', async (path) => {
  const app = createTestApp()
  app.onError((_, c) => c.text('Something went wrong.', 500))
  const { headers } = await app.request(path)
  for (const name of Object.keys(securityHeaders(site))) expect(headers.get(name), name).not.toBeNull()
})

test('the policy allows only named sources, and inline scripts only with the nonce of the response', async () => {
  const response = await createTestApp().request('/page')
  const nonce = await response.text()
  const policy = new Map(
    (response.headers.get('Content-Security-Policy') ?? '').split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
  expect(policy.get('default-src')).toBe("'none'")
  expect(policy.get('script-src')).toBe(`'self' 'nonce-${nonce}'`)
  expect(policy.get('style-src')).toBe(`'self' 'nonce-${nonce}'`)
  for (const name of ['frame-ancestors', 'base-uri']) expect(policy.get(name)).toBe("'none'")
  expect(policy.get('form-action')).toBe("'self'")
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|https?:/)
})

test('every response has its own nonce', async () => {
  const app = createTestApp()
  const nonces = await Promise.all(Array.from({ length: 100 }, async () => (await app.request('/page')).text()))
  expect(new Set(nonces).size).toBe(100)
})

test('only a site on HTTPS sends Strict-Transport-Security', () => {
  expect(securityHeaders(site)['Strict-Transport-Security']).toBe('max-age=31536000; includeSubDomains')
  expect(securityHeaders('http://localhost:3000')).not.toHaveProperty('Strict-Transport-Security')
})

test('sniffing, cross-origin access and device permissions are disabled', () => {
  expect(securityHeaders(site)).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': expect.stringMatching(/origin/),
    'Permissions-Policy': expect.stringContaining('camera=()'),
  })
})
