import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Entering } from './doorway.ts'

/**
 * A request must be meant for this site. Names that are not its own are refused, or the page of a stranger whose name
 * was made to lead here could read it; `localhost` and bare addresses belong to nobody who could do that.
 */
export function requireHost(origin: string): MiddlewareHandler<Entering> {
  const own = new URL(origin).host
  return async (c, next) => {
    const given = c.env.incoming.headersDistinct['host'] ?? []
    const asked = [...given, new URL(c.req.url).host]
    if (given.length === 1 && asked.every((host) => isOwn(host, own))) return next()
    return c.text('There is no such site here.', 400)
  }
}

function isOwn(host: string, own: string): boolean {
  const name = host.toLowerCase()
  if (name === own) return true
  const bare = name.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1')
  return bare === 'localhost' || isIP(bare) !== 0
}
