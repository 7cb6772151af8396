import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { hasToken, isPrivateLink } from '#app/requests/token-path.ts'
import type { AppEnv } from '#server/http/request-variables.ts'

/** The CSP sources for the inline scripts and styles of a response: `'nonce-…'` or `'sha256-…'`. */
export interface InlineSources {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** The security headers of every response. The CSP allows only the inline scripts and styles in `inline`. */
export function securityHeaders(origin: string, inline?: InlineSources): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      ["script-src 'self'", ...(inline?.scripts ?? [])].join(' '),
      ["style-src 'self'", ...(inline?.styles ?? [])].join(' '),
      // `blob:` is for previews of images that are not uploaded yet.
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    ...(origin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'X-Frame-Options': 'DENY',
  }
}

/** Anyone who sees the URL could use the token. With `no-referrer`, browsers would send `Origin: null` with forms. */
const tokenHeaders = {
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
}

export function setSecurityHeaders(origin: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    if (hasToken(c.req.path)) for (const [name, value] of Object.entries(tokenHeaders)) c.header(name, value)
    if (isPrivateLink(c.req.path)) c.header('Referrer-Policy', 'no-referrer')
    const sources = [`'nonce-${nonce}'`]
    for (const [name, value] of Object.entries(securityHeaders(origin, { scripts: sources, styles: sources }))) {
      if (!c.res.headers.has(name)) c.header(name, value)
    }
  }
}
