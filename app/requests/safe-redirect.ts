import { href } from 'react-router'

const defaultPath = href('/work')

/** Pages that redirect signed-in users or log them out. */
const accountPaths: readonly string[] = [href('/login'), href('/signup'), href('/logout'), href('/account/verify')]

/** A slash, then printable ASCII without the backslash, which browsers treat as a slash. */
const printableAsciiPath = /^\/[!-[\]-~]*$/

/**
 * The path in `?next=`, if it is a path on this site. Anything that a browser could interpret as a URL of another site
 * is replaced by the project list.
 */
export function safeRedirectPath(url: string | URL): string {
  return safePath(new URL(url).searchParams.get('next')) ?? defaultPath
}

/** Returns `path` if it is on this site and a signed-in user may be sent to it; otherwise `null`. */
export function safePath(path: string | null): string | null {
  if (path === null || !printableAsciiPath.test(path) || path.includes('//')) return null
  // `//` is refused, so there is at most one slash at the end.
  const page = path.split(/[?#]/, 1)[0]?.toLowerCase().replace(/\/$/, '') ?? ''
  return accountPaths.includes(page) ? null : path
}
