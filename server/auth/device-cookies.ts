import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { DeviceCookies } from '#portfolio/ports.ts'

/** The options of `openDeviceCookies`; browsers send the cookies only with requests for `paths` and below. */
export interface DeviceCookieSettings {
  readonly origin: string
  readonly secret: string
  readonly paths: readonly string[]
}

/** The maximum lifetime of a cookie in browsers (RFC 6265bis, 5.5), in days. */
const lifetimeDays = 400
const daySeconds = 24 * 60 * 60

/**
 * Cookies of the form `{id}.{issued at, in milliseconds}.{HMAC-SHA-256}`, as in OWASP's "Slow Down Online Guessing
 * Attacks with Device Cookies". The signature covers the e-mail address, which the cookie does not contain.
 */
export function openDeviceCookies({ origin, secret, paths }: DeviceCookieSettings): DeviceCookies {
  const isSecure = origin.startsWith('https:')
  // `__Host-` would require the path `/`.
  const name = isSecure ? '__Secure-enfilade-device' : 'enfilade.device'
  const attributes = `Max-Age=${lifetimeDays * daySeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  // The prefix keeps these signatures from being valid for anything else that the same secret signs.
  const signatureOf = (email: string, id: string, issuedAt: string) =>
    createHmac('sha256', secret).update(`device ${id} ${issuedAt} ${email}`).digest()

  return {
    create(email, at) {
      const [id, issuedAt] = [randomBytes(16).toString('base64url'), String(at.getTime())]
      const value = [id, issuedAt, signatureOf(email, id, issuedAt).toString('base64url')].join('.')
      return paths.map((path) => `${name}=${value}; Path=${path}; ${attributes}`)
    },
    find(headers, email, at) {
      for (const cookie of headers.get('cookie')?.split('; ') ?? []) {
        const [, id, issuedAt, signature] = /=([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/.exec(cookie) ?? []
        if (!cookie.startsWith(`${name}=`) || !id || !issuedAt || !signature) continue
        if (at.getTime() - Number(issuedAt) > lifetimeDays * daySeconds * 1_000) continue
        if (timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(email, id, issuedAt))) return id
      }
      return null
    },
  }
}
