import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ClaimTokens } from '#portfolio/ports.ts'

/** 192 bits: 32 characters of base64url. */
const tokenBytes = 24

/** Tokens that only this site can derive from a claim's id: a copy of the database is not enough to claim the site. */
export function openClaimTokens(secret: string): ClaimTokens {
  // The prefix keeps these tokens from being valid for anything else that the same secret signs.
  const tokenOf = (claimId: string) =>
    createHmac('sha256', secret).update(`claim ${claimId}`).digest().subarray(0, tokenBytes)
  return {
    create: (claimId) => tokenOf(claimId).toString('base64url'),
    verify(token, claimId) {
      const bytes = Buffer.from(/^[\w-]{32}$/.test(token) ? token : '', 'base64url')
      return bytes.length === tokenBytes && timingSafeEqual(bytes, tokenOf(claimId))
    },
  }
}
