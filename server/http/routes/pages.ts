import { Hono } from 'hono'
import {
  createRequestHandler,
  data,
  RouterContextProvider,
  type ActionFunction,
  type LoaderFunction,
  type ServerBuild,
} from 'react-router'
import { areToolsHidden } from '#app/requests/hidden-tools.ts'
import { setRequestContext, getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { DatabaseFailed, FileStoreFailed } from '#portfolio/ports.ts'
import { unexpectedErrorMessage } from '#portfolio/result.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import { networkOf } from '#server/http/client-address.ts'
import { openClientTurns } from '#server/http/client-turns.ts'
import { hideClosedPages } from '#server/http/hide-closed-pages.ts'
import { openCachedPages, type CachedPages } from '#server/http/page-cache/serve-cached-pages.ts'
import type { AppEnv, AppOptions } from '#server/http/request-variables.ts'

export const pageMethods = ['GET', 'HEAD', 'POST']

export function pagesRoute(options: AppOptions) {
  const { ports, origin, backups, packExport, pages, hasForeignChanges } = options
  const handlePage = pageHandler(pages)
  const cachedPages = hasForeignChanges && openCachedPages({ events: ports.events, hasForeignChanges }, origin, pages)
  const runInTurn = openClientTurns()
  const route = new Hono<AppEnv>()

  route.on(pageMethods, '*', (c) => {
    const rateLimitKey = networkOf(c.get('clientAddress'))
    const inTurn: RequestContext['inTurn'] = (work) => runInTurn(rateLimitKey, c.env.outgoing, work)
    let mayStore = true
    const forbidStoring = () => void (mayStore = false)
    const forbidStoringAndThrow = (error: unknown) => {
      forbidStoring()
      throw error
    }
    const { incoming } = c.env
    const urlTopics = cachedPages?.topicsOf(incoming)
    const topics = new Set(urlTopics)
    const context: RequestContext = {
      ports,
      origin,
      backups,
      packExport,
      person: c.get('person'),
      siteSummary: once(() => showSiteSummary(ports).catch(forbidStoringAndThrow)),
      audience: c.get('person')?.admin && !areToolsHidden(c.req.raw.headers) ? 'admins' : 'everyone',
      rateLimitKey,
      nonce: c.get('nonce'),
      edition: ports.events.edition(),
      isDocument: c.req.method !== 'POST' && !c.req.path.endsWith('.data'),
      topics,
      forbidStoring,
      inTurn,
    }
    if (!cachedPages || !urlTopics) return handlePage(c.req.raw, context)
    const render = async (request: Request) => {
      const response = await handlePage(request, { ...context, inTurn: (work) => work() })
      if (!mayStore) response.headers.set('Cache-Control', 'private, no-store')
      return response
    }
    const respond = () => cachedPages.respondOrRender(incoming, topics, context.nonce, render)
    // The turn begins before the shared rendering: otherwise other clients would wait for a page that waits for a turn.
    return inTurn(unlessAborted(c.req.raw, respond))
  })

  const respondFromMemory: CachedPages['respond'] = (...args) => cachedPages?.respond(...args) ?? false
  return { route, respondFromMemory }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= read())
}

function pageHandler(pages: ServerBuild) {
  const handle = createRequestHandler(withStoreErrors(hideClosedPages(pages)))
  return async (received: Request, context: RequestContext): Promise<Response> => {
    const request = encodeInvalidEscapes(received)
    const respond = () => handle(request, setRequestContext(new RouterContextProvider(), context))
    // A form may arrive slowly and an action may take seconds: only rendering takes a turn (`entry.server.tsx`).
    const response = request.method === 'POST' ? await respond() : await context.inTurn(unlessAborted(request, respond))
    const personal = context.person !== null || response.headers.has('Set-Cookie')
    if (!response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', personal ? 'private, no-store' : 'private, no-cache')
    }
    // React Router's 405 for a page without an action has no Allow header.
    if (response.status === 405 && !response.headers.has('Allow')) response.headers.set('Allow', 'GET, HEAD')
    // React Router drops the headers of errors that a page does not forward.
    if (response.status === 503 && !response.headers.has('Retry-After')) response.headers.set('Retry-After', '5')
    return response
  }
}

/** Makes a path with invalid escapes, which no page has, decodable: otherwise React Router logs a warning. */
function encodeInvalidEscapes(request: Request): Request {
  const url = new URL(request.url)
  try {
    decodeURI(url.pathname)
    return request
  } catch {
    url.pathname = url.pathname.replaceAll('%', '%25')
    return new Request(url, request)
  }
}

/** Renders nothing for a client that disconnected while it was waiting: the response would never be sent. */
function unlessAborted({ signal }: Request, respond: () => Promise<Response>): () => Promise<Response> {
  return async () => (signal.aborted ? new Response(null, { status: 408 }) : respond())
}

/** When the database or the file store fails, loaders and actions respond with 503 instead of 500. */
function withStoreErrors(pages: ServerBuild): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(pages.routes)) {
    if (!route) continue
    const { loader, action } = route.module
    const module = {
      ...route.module,
      ...(loader && { loader: catchStoreFailure(loader) }),
      ...(action && { action: catchStoreFailure(action) }),
    }
    routes[id] = { ...route, module }
  }
  return { ...pages, routes }
}

function catchStoreFailure<Run extends LoaderFunction | ActionFunction>(run: Run) {
  return async (args: Parameters<Run>[0]) => {
    try {
      return await run(args)
    } catch (error) {
      if (!(error instanceof DatabaseFailed || error instanceof FileStoreFailed)) throw error
      const { ports } = getRequestContext(args.context)
      ports.log.error('a page could not be loaded', { cause: String(error.cause) })
      throw data(unexpectedErrorMessage, { status: 503 })
    }
  }
}
