import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { enter, type Visit } from '#app/context.ts'

const draw = createRequestHandler(build, import.meta.env.MODE)

/** Draws the page, or answers the action, that the request asks for. */
export async function answerPage(request: Request, visit: Visit): Promise<Response> {
  const response = await draw(request, enter(new RouterContextProvider(), visit))
  if (!response.headers.has('Cache-Control')) {
    response.headers.set('Cache-Control', visit.person ? 'private, no-store' : 'private, no-cache')
  }
  return response
}
