import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { withoutToken } from '#app/requests/token-path.ts'
import type { Log } from '#portfolio/ports.ts'
import type { AppEnv } from '#server/http/request-variables.ts'
import { runInRequest } from '#server/request-scope.ts'
import { publishRequest } from '#server/telemetry/channels.ts'

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

/** Gives the request a random id, which is part of every line logged while the request is handled. */
export const openRequestScope: MiddlewareHandler<AppEnv> = (c, next) => {
  const scope = { id: randomUUID() }
  c.set('requestId', scope.id)
  publishRequest({ incoming: c.env.incoming, scope })
  return runInRequest(scope, next)
}

/** Logs no query, body or token. A response with status 500 or above has `X-Request-Id`, to find its log lines. */
export function logErrorResponses(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const { status } = c.res
    if (status < 400) return
    const request = c.get('requestId')
    if (status >= 500) c.header('X-Request-Id', request)
    const detail = {
      request,
      outcome: outcomes[status] ?? 'failed',
      status,
      method: c.req.method,
      path: withoutToken(c.req.path).slice(0, 200),
      actor: c.get('person')?.userId ?? 'anonymous',
      client: c.get('clientAddress'),
    }
    const cause = c.get('errorCause')
    const failure = { ...detail, ...(cause && { cause }) }
    // The client closed the connection.
    if (c.req.raw.signal.aborted) log.info('a request was aborted', failure)
    else if (status >= 500) log.error('a request failed', failure)
    else log.info('a request was refused', detail)
  }
}
