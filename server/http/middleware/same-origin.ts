import type { MiddlewareHandler } from 'hono'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Against CSRF (403). An unsafe request with neither `Sec-Fetch-Site` nor `Origin` is refused if it has a cookie. */
export function requireSameOrigin(origin: string): MiddlewareHandler {
  return async (c, next) => {
    if (!safeMethods.has(c.req.method) && !isSameOrigin(c.req.raw.headers, origin)) {
      return c.text('This request came from another site.', 403)
    }
    await next()
  }
}

function isSameOrigin(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin === null ? !headers.has('cookie') : origin === ownOrigin
}
