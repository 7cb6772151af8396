import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Stamps } from '#portfolio/parts.ts'

/** Moments, signed: `1700000000000.signature`. */
export function openStamps(secret: string): Stamps {
  // Its own purpose in the signature: it is worth nothing as the signature of a cookie.
  const sign = (moment: string) => createHmac('sha256', secret).update(`stamp ${moment}`).digest()
  return {
    make: (at) => `${at.getTime()}.${sign(String(at.getTime())).toString('base64url')}`,
    read(stamp) {
      const [, moment, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(stamp) ?? []
      if (!moment || !signature) return null
      const given = Buffer.from(signature, 'base64url')
      return timingSafeEqual(given, sign(moment)) ? new Date(Number(moment)) : null
    },
  }
}
