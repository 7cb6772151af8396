import { href } from 'react-router'

const defaultPath = href('/work')

/** Pages that redirect logged-in users or log them out. */
const accountPaths: readonly string[] = [href('/login'), href('/signup'), href('/logout'), href('/account/verify')]

/** A slash, then printable ASCII without the backslash, which browsers treat as a slash. */
const printableAsciiPath = /^\/[!-[\]-~]*$/

/** The path in `?next=` if `safePath` accepts it; otherwise that of the project list. */
export function safeRedirectPath(url: string | URL): string {
  return safePath(new URL(url).searchParams.get('next')) ?? defaultPath
}

/**
 * Returns `path`, or `null` if it is an account path or has characters with which a browser could read it as a URL of
 * another site.
 */
export function safePath(path: string | null): string | null {
  if (path === null || !printableAsciiPath.test(path) || path.includes('//')) return null
  // `//` is refused, so there is at most one slash at the end.
  const page = path.split(/[?#]/, 1)[0]?.toLowerCase().replace(/\/$/, '') ?? ''
  return accountPaths.includes(page) ? null : path
}
