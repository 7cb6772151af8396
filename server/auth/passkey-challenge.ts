import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ChallengeScope } from '#portfolio/ports.ts'

const lifetimeMs = 5 * 60_000

/**
 * Challenges of the form `{nonce}.{issued at}.{HMAC-SHA-256}`. The HMAC also covers the session or browser, so that
 * nothing needs to be stored when a challenge is issued. `isValid` does not check whether it was used before.
 */
export function openChallenges(secret: string) {
  // The prefix keeps these signatures from being valid for anything else that the same secret signs.
  const signatureOf = (nonce: string, issuedAt: string, boundTo: string) =>
    createHmac('sha256', secret).update(`passkey ${nonce} ${issuedAt} ${boundTo}`).digest()
  return {
    create({ boundTo, at }: ChallengeScope): string {
      const [nonce, issuedAt] = [randomBytes(16).toString('base64url'), String(at.getTime())]
      return [nonce, issuedAt, signatureOf(nonce, issuedAt, boundTo).toString('base64url')].join('.')
    },
    isValid(challenge: string, { boundTo, at }: ChallengeScope): boolean {
      const [, nonce, issuedAt, signature] = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/.exec(challenge) ?? []
      if (!nonce || !issuedAt || !signature) return false
      const ageMs = at.getTime() - Number(issuedAt)
      if (ageMs < 0 || ageMs > lifetimeMs) return false
      return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(nonce, issuedAt, boundTo))
    },
  }
}
