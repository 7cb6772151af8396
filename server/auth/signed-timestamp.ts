import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedTimestamps } from '#portfolio/ports.ts'

/** Timestamps with an HMAC-SHA-256 signature, such as `1700000000000.{43 characters of base64url}`. */
export function openSignedTimestamps(secret: string): SignedTimestamps {
  // The prefix keeps these signatures from being valid for anything else that the same secret signs.
  const signatureOf = (milliseconds: string) => createHmac('sha256', secret).update(`stamp ${milliseconds}`).digest()
  return {
    sign: (at) => `${at.getTime()}.${signatureOf(String(at.getTime())).toString('base64url')}`,
    verify(timestamp) {
      const [, milliseconds, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(timestamp) ?? []
      if (!milliseconds || !signature) return null
      const bytes = Buffer.from(signature, 'base64url')
      return timingSafeEqual(bytes, signatureOf(milliseconds)) ? new Date(Number(milliseconds)) : null
    },
  }
}
