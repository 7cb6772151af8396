/** The pages whose URL contains a token. Anyone who knows the URL can do what the page is for. */
const tokenPage = /^\/+(reset|invite|confirm|confirm-mail|claim|private)\/+./i

/** The name of the page with a token that this path leads to; `null` for any other path. */
function tokenPageOf(path: string): string | null {
  return tokenPage.exec(decode(path))?.[1]?.toLowerCase() ?? null
}

/** Whether the path contains a token, so that no cache, no other site and no search engine may get the address. */
export function hasToken(path: string): boolean {
  return tokenPageOf(path) !== null
}

/** The path as it may be logged. */
export function withoutToken(path: string): string {
  const page = tokenPageOf(path)
  return page === null ? path : `/${page}/…`
}

/** The router decodes paths too. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
