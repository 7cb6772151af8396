import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type ErrorHandler } from 'hono'
import { compress } from 'hono/compress'
import { recognise } from '#portfolio/account/show.ts'
import { StoreFailed } from '#portfolio/parts.ts'
import { networkOf } from './client-address.ts'
import type { Doorway, Entering } from './doorway.ts'
import { healthDoor } from './health.ts'
import { requireHost } from './host.ts'
import { limitBodies, requirePace } from './limits.ts'
import { liveDoor } from './live.ts'
import { requireSameOrigin } from './origin.ts'
import { calm, pageDoor } from './pages.ts'
import { photoDoor } from './photos.ts'
import { keepRecord } from './record.ts'
import { secure } from './security.ts'
import { sharingDoor } from './sharing.ts'
import { uploadDoor } from './uploads.ts'

const pageMethods = ['GET', 'HEAD', 'POST']
const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Everything that a request meets, in order: method, host, size, origin; then who asks; then what for. How often, and
 * whether this person may, is asked again where it is done (`portfolio/account`, `portfolio/limit`).
 */
export function createApp(doorway: Doorway) {
  const { parts, origin, findClient } = doorway
  const live = liveDoor(doorway)
  const answerPage = pageDoor(doorway.pages)
  const app = new Hono<Entering>()

  // On every answer: the headers, and a line in the log if it is a refusal.
  app.use(secure(origin))
  app.use(async (c, next) => {
    c.set('client', findClient(c.env.incoming.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
  })
  app.use(keepRecord(parts.log))

  // What can be refused unread.
  app.use(async (c, next) =>
    methods.includes(c.req.method) ? next() : c.text('Not allowed', 405, { Allow: methods.join(', ') }),
  )
  app.use(requireHost(origin))
  app.use(requirePace(), limitBodies())
  app.use(requireSameOrigin(origin))

  // What is the same for everybody.
  app.use(
    '/assets/*',
    serveStatic({
      root: './build/client',
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.use(serveStatic({ root: './build/client', onFound: (_, c) => c.header('Cache-Control', 'public, max-age=3600') }))
  app.route('/', photoDoor(parts))
  app.route('/', sharingDoor(parts))
  app.route('/', healthDoor(doorway))

  // Who asks, and what for.
  app.use(async (c, next) => {
    c.set('person', await recognise(parts, c.req.raw.headers))
    await next()
  })
  app.route('/', live.door)
  app.route('/', uploadDoor(doorway))
  app.use(compress())
  app.on(pageMethods, '*', (c) =>
    answerPage(c.req.raw, {
      parts,
      origin,
      person: c.get('person'),
      client: networkOf(c.get('client')),
      nonce: c.get('nonce'),
      edition: parts.channel.edition(),
    }),
  )
  app.all('*', (c) => c.text('Not allowed', 405, { Allow: pageMethods.join(', ') }))

  app.onError(sayCalmly)
  return { fetch: app.fetch, routes: app.routes, endLive: live.endAll }
}

/** What broke is for the log alone. */
const sayCalmly: ErrorHandler<Entering> = (error, c) => {
  c.set('cause', String(error instanceof StoreFailed ? error.cause : error))
  return error instanceof StoreFailed ? c.text(calm, 503, { 'Retry-After': '5' }) : c.text(calm, 500)
}
