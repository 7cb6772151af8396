import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { recognise } from '#portfolio/account/show.ts'
import { StoreFailed } from '#portfolio/parts.ts'
import type { Carried, Doorway } from './doorway.ts'
import { healthDoor } from './health.ts'
import { liveDoor } from './live.ts'
import { requireSameOrigin } from './origin.ts'
import { pageDoor } from './pages.ts'
import { photoDoor } from './photos.ts'
import { secure } from './security.ts'
import { sharingDoor } from './sharing.ts'
import { uploadDoor } from './uploads.ts'

const formLimit = 256 * 1024
const pageMethods = ['GET', 'HEAD', 'POST']
const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']

/** Everything that a request meets, in order; and the way to end the streams before the server closes. */
export function createApp(doorway: Doorway) {
  const { parts, origin } = doorway
  const live = liveDoor(doorway)
  const answerPage = pageDoor(doorway.pages)
  const app = new Hono<{ Bindings: HttpBindings; Variables: Carried }>()

  app.use(secure(origin))
  app.use(async (c, next) =>
    methods.includes(c.req.method) ? next() : c.text('Not allowed', 405, { Allow: methods.join(', ') }),
  )
  app.use(requireSameOrigin(origin))

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

  app.use(async (c, next) => {
    c.set('person', await recognise(parts, c.req.raw.headers))
    await next()
  })
  app.route('/', live.door)
  app.route('/', uploadDoor(doorway))
  // The rest of the body stays unread: the connection cannot be used again, and must say so.
  const tooLarge = (c: Context) => c.text('This is too large.', 413, { Connection: 'close' })
  app.use(bodyLimit({ maxSize: formLimit, onError: tooLarge }), compress())
  app.on(pageMethods, '*', (c) =>
    answerPage(c.req.raw, {
      parts,
      origin,
      person: c.get('person'),
      nonce: c.get('nonce'),
      edition: parts.channel.edition(),
    }),
  )
  app.all('*', (c) => c.text('Not allowed', 405, { Allow: pageMethods.join(', ') }))

  app.onError((error, c) => {
    parts.log.error('a request failed', {
      path: c.req.path,
      cause: String(error instanceof StoreFailed ? error.cause : error),
    })
    const calm = 'Something went wrong on our side. Please try again in a moment.'
    return error instanceof StoreFailed ? c.text(calm, 503, { 'Retry-After': '5' }) : c.text(calm, 500)
  })
  return { fetch: app.fetch, endLive: live.endAll }
}
