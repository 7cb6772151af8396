import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PrivateLinkTokens } from '#portfolio/ports.ts'

/** 192 bits: 32 characters of base64url, followed by the 36 characters of the id. */
const signatureBytes = 24

/** Tokens that only this site can derive from the id of a private link: a copy of the database does not reveal them. */
export function openPrivateLinkTokens(secret: string): PrivateLinkTokens {
  // The prefix keeps these tokens from being valid for anything else that the same secret signs.
  const signatureOf = (linkId: string) =>
    createHmac('sha256', secret).update(`private link ${linkId}`).digest().subarray(0, signatureBytes)
  return {
    create: (linkId) => signatureOf(linkId).toString('base64url') + linkId,
    read(token) {
      const [, signature = '', linkId = ''] = /^([\w-]{32})([0-9a-f-]{36})$/.exec(token) ?? []
      if (!linkId) return null
      return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(linkId)) ? linkId : null
    },
  }
}
