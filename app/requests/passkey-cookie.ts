import { href } from 'react-router'

const cookie = 'enfilade-passkey'
/** The lifetime of a passkey challenge. */
const lifetimeSeconds = 5 * 60

/** The id of the browser that has asked to log in with a passkey; empty without the cookie. */
export function readPasskeyCookie(headers: Headers): string {
  return new RegExp(`(?:^|; )${cookie}=([\\w-]{36})(?:;|$)`).exec(headers.get('Cookie') ?? '')?.[1] ?? ''
}

/** The `Set-Cookie` header that identifies this browser while its challenge is valid; for log-in paths only. */
export function passkeyCookie({ browserId, origin }: Readonly<Record<'browserId' | 'origin', string>>): string {
  const attributes = `Path=${href('/login')}; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`
  return `${cookie}=${browserId}; Max-Age=${lifetimeSeconds}; ${attributes}`
}
