import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { enter, type Visit } from '#app/context.ts'

/** Draws the page, or answers the action, that a request asks for. */
export function pageDoor(pages: ServerBuild) {
  const draw = createRequestHandler(pages)
  return async (request: Request, visit: Visit): Promise<Response> => {
    const response = await draw(request, enter(new RouterContextProvider(), visit))
    if (!response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', visit.person ? 'private, no-store' : 'private, no-cache')
    }
    return response
  }
}
