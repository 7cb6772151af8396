import { href } from 'react-router'

const defaultPath = href('/work')

/** Pages that redirect signed-in users or log them out. */
const accountPaths: readonly string[] = [href('/login'), href('/signup'), href('/logout')]

/** A slash, then printable ASCII without the backslash, which browsers treat as a slash. */
const printableAsciiPath = /^\/[!-[\]-~]*$/

/**
 * The path in `?next=`, if it is a path on this site. Anything that a browser could interpret as a URL of another site
 * is replaced by the project list.
 */
export function safeRedirectPath(url: string | URL): string {
  const next = new URL(url).searchParams.get('next') ?? ''
  // `//` is refused below, so there is at most one slash at the end.
  const path = next.split(/[?#]/, 1)[0]?.toLowerCase().replace(/\/$/, '') ?? ''
  const isOwnPath = printableAsciiPath.test(next) && !next.includes('//')
  return isOwnPath && !accountPaths.includes(path) ? next : defaultPath
}
