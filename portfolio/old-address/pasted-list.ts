const arrow = /->|=>|→/

/**
 * The old address and the path of its target in a line such as `/about.html -> /about`. They are separated by `->`,
 * `=>`, `→`, or white space, as in cells copied from a spreadsheet. A target may be a whole URL of this site
 * (`origin`); its query and fragment are dropped. `null` for other lines.
 */
export function parseLine(line: string, origin: string): { readonly path: string; readonly target: string } | null {
  const [path, target, ...rest] = line.trim().split(arrow.test(line) ? arrow : /\s+/)
  if (!path || target === undefined || rest.length > 0) return null
  const url = target.trim()
  const isOwn = url === origin || ['/', '?', '#'].some((next) => url.startsWith(origin + next))
  const ownPath = isOwn ? url.slice(origin.length).replace(/^(?!\/)/, '/') : url
  return /^\/(?!\/)/.test(ownPath) ? { path, target: ownPath.replace(/[?#].*/, '') } : null
}
