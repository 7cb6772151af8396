import { href } from 'react-router'

const cookie = 'enfilade-passkey'
/** As long as the challenge of a passkey is valid. */
const lifetimeSeconds = 5 * 60

/** The id of the browser that has asked to log in with a passkey; empty without one. */
export function readPasskeyCookie(headers: Headers): string {
  return new RegExp(`(?:^|; )${cookie}=([\\w-]{36})(?:;|$)`).exec(headers.get('Cookie') ?? '')?.[1] ?? ''
}

/** The `Set-Cookie` header that names this browser until it has signed its challenge. It is sent to the log-in paths only. */
export function passkeyCookie({ browser, origin }: Readonly<Record<'browser' | 'origin', string>>): string {
  const attributes = `Path=${href('/login')}; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`
  return `${cookie}=${browser}; Max-Age=${lifetimeSeconds}; ${attributes}`
}
