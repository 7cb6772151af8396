import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Entering } from './doorway.ts'

/** The headers of every answer. `nonce` marks the inline scripts and styles that this answer may hold. */
export function securityHeaders(origin: string, nonce: string): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      // `blob:` shows the admin a picture before it has been sent.
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    ...(origin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'X-Frame-Options': 'DENY',
  }
}

/** Puts the headers on whatever is answered, errors included. */
export function secure(origin: string): MiddlewareHandler<Entering> {
  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    // What a door has said of its own answer stands.
    for (const [name, value] of Object.entries(securityHeaders(origin, nonce))) {
      if (!c.res.headers.has(name)) c.header(name, value)
    }
  }
}
