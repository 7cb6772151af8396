/** The pages whose URL contains a token. Anyone who has such a URL can use the page. */
const tokenPage = /^\/+(reset|invite|confirm|confirm-mail|claim|private)\/+./i

/** The first segment of a path that contains a token; `null` for any other path. */
function tokenPageOf(path: string): string | null {
  return tokenPage.exec(decode(path))?.[1]?.toLowerCase() ?? null
}

/** Whether the path contains a token. Caches, other sites and search engines must not get such a URL. */
export function hasToken(path: string): boolean {
  return tokenPageOf(path) !== null
}

/** Whether the path is a private link. On its page, visitors have no form that `no-referrer` could break. */
export function isPrivateLink(path: string): boolean {
  return tokenPageOf(path) === 'private'
}

/** The path without its token, for the log. */
export function withoutToken(path: string): string {
  const page = tokenPageOf(path)
  return page === null ? path : `/${page}/…`
}

/** Decodes a path, as the router does; returns an invalid one unchanged. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
