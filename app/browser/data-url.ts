// Relies on an internal of React Router: the URLs of its data requests.

/** The URL from which React Router loads the data of a page. */
export function dataUrlOf(href: string): string {
  const url = new URL(href)
  url.pathname += url.pathname.endsWith('/') ? '_.data' : '.data'
  url.hash = ''
  return url.href
}

export function isDataRequest(input: RequestInfo | URL, { href, origin }: Location): boolean {
  if (input instanceof Request) return false
  const url = new URL(input, href)
  return url.origin === origin && url.pathname.endsWith('.data')
}
