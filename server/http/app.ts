import { Hono, type ErrorHandler } from 'hono'
import { compress } from 'hono/compress'
import { findPerson } from '#portfolio/account/session.ts'
import { DatabaseFailed, FileStoreFailed, ImageProcessorFailed } from '#portfolio/ports.ts'
import { unexpectedErrorMessage } from '#portfolio/result.ts'
import { limitBodies } from './middleware/body-size-limits.ts'
import { requireHost } from './middleware/host.ts'
import { logErrorResponses, openRequestScope } from './middleware/error-response-log.ts'
import { requireSameOrigin } from './middleware/same-origin.ts'
import { setSecurityHeaders } from './middleware/security-headers.ts'
import { serveAssets, servePublicFiles } from './middleware/static-files.ts'
import type { AppEnv, AppOptions } from './request-variables.ts'
import { healthRoute } from './routes/health.ts'
import { logoIconRoute } from './routes/logo-icons.ts'
import { liveUpdatesRoute } from './routes/live-updates.ts'
import { openGraphImageRoute } from './routes/open-graph-image.ts'
import { pageMethods, pagesRoute } from './routes/pages.ts'
import { photoRoute } from './routes/photos.ts'
import { offeredTextsRoute } from './routes/offered-texts.ts'
import { privateLinkRoute } from './routes/private-links.ts'
import { uploadRoute } from './routes/uploads.ts'

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']

/** Creates the Hono app. The commands check rate limits and permissions; the upload route also requires an admin. */
export function createApp(options: AppOptions) {
  const { ports, origin, findClientAddress } = options
  const live = liveUpdatesRoute(options)
  const pages = pagesRoute(options)
  const health = healthRoute(options)
  const app = new Hono<AppEnv>()

  app.use(openRequestScope)
  app.use(setSecurityHeaders(origin))
  app.use(async (c, next) => {
    c.set('clientAddress', findClientAddress(c.env.incoming.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
  })
  app.use(logErrorResponses(ports.log))

  app.use(async (c, next) =>
    methods.includes(c.req.method) ? next() : c.text('Method Not Allowed', 405, { Allow: methods.join(', ') }),
  )
  app.use(requireHost(origin, ports.log))
  app.use(limitBodies())
  app.use(requireSameOrigin(origin))

  app.use('/assets/*', serveAssets())
  for (const route of [photoRoute, openGraphImageRoute, logoIconRoute]) app.route('/', route(ports))
  app.route('/', privateLinkRoute(options))
  app.use(servePublicFiles())
  app.route('/', health.route)

  app.use(async (c, next) => {
    c.set('person', await findPerson(ports, c.req.raw.headers))
    await next()
  })
  app.route('/', live.route)
  app.route('/', uploadRoute(options))
  app.route('/', offeredTextsRoute(options))
  app.use(compress())
  app.route('/', pages.route)
  app.all('*', (c) => c.text('Method Not Allowed', 405, { Allow: pageMethods.join(', ') }))

  app.onError(respondToError)
  const respondDirectly: typeof pages.respondFromMemory = (incoming, outgoing) =>
    live.respondToVisitor(incoming, outgoing) || pages.respondFromMemory(incoming, outgoing)
  /** Fails `/readyz`, so that proxies send no more requests, and ends live streams, so that the server can close. */
  const prepareStop = () => {
    health.stop()
    live.endAll()
  }
  return { fetch: app.fetch, respondDirectly, routes: app.routes, live, prepareStop }
}

const respondToError: ErrorHandler<AppEnv> = (error, c) => {
  const isPortError = error instanceof DatabaseFailed || error instanceof FileStoreFailed
  const isTemporary = isPortError || error instanceof ImageProcessorFailed
  c.set('errorCause', String(isPortError ? error.cause : error))
  return isTemporary ? c.text(unexpectedErrorMessage, 503, { 'Retry-After': '5' }) : c.text(unexpectedErrorMessage, 500)
}
