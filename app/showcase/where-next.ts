/** Where people go after signing in when nothing else was asked for. */
const usual = '/work'

/** Pages that would send someone who is signed in straight on, or out again. */
const doors = ['/login', '/signup', '/logout']

/** A slash, then visible ASCII without the backslash (which browsers read as a slash). */
const printable = /^\/[!-[\]-~]*$/

/**
 * The page that `?next=` asks for: a path of this site only, whatever was written there.
 * Anything that a browser might read as another site's address leads to the usual page.
 */
export function whereNext(address: string | URL): string {
  const next = new URL(address).searchParams.get('next') ?? ''
  const path = next.split(/[?#]/, 1)[0]?.toLowerCase().replace(/\/+$/, '') ?? ''
  const ofThisSite = printable.test(next) && !next.includes('//')
  return ofThisSite && !doors.includes(path) ? next : usual
}
