import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Log } from '#portfolio/ports.ts'
import { warnOnce } from '#server/http/warn-once.ts'
import type { AppEnv } from '#server/http/request-variables.ts'

/** Refuses hosts other than the site's (400), against DNS rebinding. `localhost` and IP addresses cannot be rebound. */
export function requireHost(origin: string, log: Pick<Log, 'warn'>): MiddlewareHandler<AppEnv> {
  const ownHost = new URL(origin).host
  const warn = warnOnce(
    log,
    `requests for this host are refused, as PUBLIC_ORIGIN is ${origin}: if the host is right, change PUBLIC_ORIGIN`,
  )
  return async (c, next) => {
    const header = c.env.incoming.headersDistinct['host'] ?? []
    const hosts = [...header, new URL(c.req.url).host]
    if (header.length === 1 && hosts.every((host) => isAllowedHost(host, ownHost))) return next()
    if (header[0]) warn(header[0])
    return c.text('Unknown host name', 400)
  }
}

function isAllowedHost(host: string, ownHost: string): boolean {
  const lowerCase = host.toLowerCase()
  if (lowerCase === ownHost) return true
  const name = lowerCase.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isIP(name) !== 0
}
