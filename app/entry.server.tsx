import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import { NonceContext } from '#app/ui/nonce.ts'
import { SaveDataContext } from '#app/ui/photo/save-data.ts'
import { getRequestContext } from './requests/request-context.ts'
import { withoutToken } from './requests/token-path.ts'

const renderTimeoutMs = 10_000

/** Renders the whole page instead of streaming it, because all data is loaded before rendering starts. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, inTurn } = getRequestContext(context)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Save-Data')
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }))

  const render = () =>
    new Promise<Response>((resolve, reject) => {
      const page = (
        <NonceContext value={nonce}>
          <SaveDataContext value={request.headers.get('Save-Data') === 'on'}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </SaveDataContext>
        </NonceContext>
      )
      const { pipe, abort } = renderToPipeableStream(page, {
        nonce,
        // Otherwise React would send a large Suspense boundary hidden, with a script that shows it.
        progressiveChunkSize: Infinity,
        onAllReady() {
          const body = new PassThrough()
          pipe(body)
          clearTimeout(deadline)
          resolve(buffer(body).then((html) => new Response(html, { status, headers })))
        },
        onShellError: reject,
        onError: reject,
      })
      const deadline = setTimeout(abort, renderTimeoutMs)
    })
  // A GET request has its turn already; a POST request gets one for the page that is rendered after the action.
  return request.method === 'POST' ? inTurn(render) : render()
}

/** Logs an unexpected error once; the page shows only a general message. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  // An expected refusal, for example of a method that the page does not support.
  if (isRouteErrorResponse(error) && error.status < 500) return
  getRequestContext(context as RouterContextProvider).ports.log.error('a page request failed unexpectedly', {
    path: withoutToken(new URL(request.url).pathname),
    cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
}
