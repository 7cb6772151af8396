import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { enter, type Visit } from '#app/context.ts'

/** Draws the page, or answers the action, that a request asks for. */
export function pageDoor(pages: ServerBuild) {
  const draw = createRequestHandler(pages)
  return async (request: Request, visit: Visit): Promise<Response> => {
    const response = await draw(request, enter(new RouterContextProvider(), visit))
    const personal = visit.person !== null || response.headers.has('Set-Cookie')
    if (!response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', personal ? 'private, no-store' : 'private, no-cache')
    }
    // A page without an action; the library forgets to say what would have been right.
    if (response.status === 405 && !response.headers.has('Allow')) response.headers.set('Allow', 'GET, HEAD')
    return response
  }
}
