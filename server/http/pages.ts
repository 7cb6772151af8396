import {
  createRequestHandler,
  data,
  RouterContextProvider,
  type ActionFunction,
  type LoaderFunction,
  type ServerBuild,
} from 'react-router'
import { enter, visitOf, type Visit } from '#app/context.ts'
import { StoreFailed } from '#portfolio/parts.ts'

/** Said wherever nobody has a sentence of their own. */
export const calm = 'Something went wrong on our side. Please try again in a moment.'

/** Draws the page, or answers the action, that a request asks for. */
export function pageDoor(pages: ServerBuild) {
  const draw = createRequestHandler(withCalm(pages))
  return async (request: Request, visit: Visit): Promise<Response> => {
    const response = await draw(request, enter(new RouterContextProvider(), visit))
    const personal = visit.person !== null || response.headers.has('Set-Cookie')
    if (!response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', personal ? 'private, no-store' : 'private, no-cache')
    }
    // A page without an action; the library forgets to say what would have been right.
    if (response.status === 405 && !response.headers.has('Allow')) response.headers.set('Allow', 'GET, HEAD')
    // Whatever a page has said in its headers the library drops, unless each page passes it on.
    if (response.status === 503 && !response.headers.has('Retry-After')) response.headers.set('Retry-After', '5')
    return response
  }
}

/** The same pages; where one has no sentence of its own for a store that cannot answer, it says this one (503). */
function withCalm(pages: ServerBuild): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(pages.routes)) {
    if (!route) continue
    const { loader, action } = route.module
    const module = {
      ...route.module,
      ...(loader && { loader: calmed(loader) }),
      ...(action && { action: calmed(action) }),
    }
    routes[id] = { ...route, module }
  }
  return { ...pages, routes }
}

function calmed<Ask extends LoaderFunction | ActionFunction>(ask: Ask) {
  return async (asked: Parameters<Ask>[0]) => {
    try {
      return await ask(asked)
    } catch (error) {
      if (!(error instanceof StoreFailed)) throw error
      const { parts } = visitOf(asked.context)
      parts.log.error('a page could not be read', { cause: String(error.cause) })
      throw data(calm, { status: 503 })
    }
  }
}
