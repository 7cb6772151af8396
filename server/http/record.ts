import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Log } from '#portfolio/parts.ts'
import type { Entering } from './doorway.ts'

const outcomes: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'no session',
  403: 'not allowed',
  404: 'unknown',
  405: 'wrong method',
  409: 'newer version',
  413: 'too large',
  415: 'wrong type',
  422: 'wrong value',
  429: 'too often',
  503: 'unavailable',
  507: 'full',
}

/** Writes one line about every request that was refused or failed: what, who, from where; no secret, no body. */
export function keepRecord(log: Log): MiddlewareHandler<Entering> {
  return async (c, next) => {
    await next()
    const { status } = c.res
    if (status < 400) return
    const detail = {
      request: randomUUID(),
      outcome: outcomes[status] ?? 'failed',
      status,
      method: c.req.method,
      path: c.req.path.slice(0, 200),
      actor: c.get('person')?.userId ?? 'anonymous',
      client: c.get('client'),
    }
    const cause = c.get('cause')
    const failure = { ...detail, ...(cause && { cause }) }
    // Whoever closes the page in the middle of sending does no harm to anybody.
    if (c.req.raw.signal.aborted) log.info('a request was broken off', failure)
    else if (status >= 500) log.error('a request failed', failure)
    else log.info('a request was refused', detail)
  }
}
