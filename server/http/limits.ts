import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Entering } from './doorway.ts'

const kilobyte = 1024
const formLimit = 256 * kilobyte
/** What a form may hold in all, by the page that takes it. */
const limitOf: Readonly<Record<string, number>> = {
  '/login': 16 * kilobyte,
  '/signup': 16 * kilobyte,
  '/logout': 16 * kilobyte,
  '/contact': 128 * kilobyte,
}

/** Uploads count their own bytes, and are never held in memory. */
const uploads = /^\/uploads(\/|$)/

/** No body above its limit, announced or not. */
export function limitBodies(): MiddlewareHandler<Entering> {
  const sizes = [...new Set([formLimit, ...Object.values(limitOf)])]
  const measures = new Map(
    sizes.map((maxSize) => [
      maxSize,
      // The rest of the body stays unread: the connection cannot be used again, and must say so.
      bodyLimit({ maxSize, onError: (c) => c.text('This is too large.', 413, { Connection: 'close' }) }),
    ]),
  )
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || uploads.test(c.req.path)) return next()
    const page = c.req.path.toLowerCase().replace(/(\.data|\/)+$/, '')
    return measures.get(limitOf[page] ?? formLimit)?.(c, next)
  }
}

/** A form has this long to arrive, whole. */
const formMs = 30_000
/** Of an upload so much has to arrive in each minute. */
const paceMs = 60_000
const paceBytes = 60 * kilobyte

/** Ends the connection of whoever sends slower than anybody would. */
export function requirePace(): MiddlewareHandler<Entering> {
  return async (c, next) => {
    const { incoming } = c.env
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || incoming.complete) return next()
    let seen = incoming.socket.bytesRead
    const upload = uploads.test(c.req.path)
    const timer = setInterval(
      () => {
        const now = incoming.socket.bytesRead
        if (incoming.complete) clearInterval(timer)
        else if (!upload || now - seen < paceBytes) incoming.socket.destroy()
        seen = now
      },
      upload ? paceMs : formMs,
    )
    incoming.once('close', () => clearInterval(timer))
    await next()
  }
}
