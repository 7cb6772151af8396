import type { MiddlewareHandler } from 'hono'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Every unsafe method must come from a page of this site: by `Sec-Fetch-Site`, which pages cannot forge,
 * else by `Origin`. A browser sends at least one of them; what sends neither carries nobody's cookie by accident.
 */
export function requireSameOrigin(origin: string): MiddlewareHandler {
  return async (c, next) => {
    if (!safeMethods.has(c.req.method) && !comesFromHere(c.req.raw.headers, origin)) {
      return c.text('This request came from another site.', 403)
    }
    await next()
  }
}

function comesFromHere(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const from = headers.get('origin')
  return from === null ? !headers.has('cookie') : from === origin
}
