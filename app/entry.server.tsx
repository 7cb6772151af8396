import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import { NonceContext } from '#app/ui/nonce.ts'
import { visitOf } from './context.ts'

const drawMs = 10_000

/** Draws a page, whole: what it shows comes from this machine's own database, there is nothing to wait for. */
export default function drawPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = visitOf(context)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }))

  return new Promise((resolve, reject) => {
    const page = (
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>
    )
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        const body = new PassThrough()
        pipe(body)
        clearTimeout(deadline)
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
      },
      onShellError: reject,
      onError: reject,
    })
    const deadline = setTimeout(abort, drawMs)
  })
}

/** Logs what nobody expected, once; the page shows one calm sentence. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  // A method that a page does not take: the answer says it, and nothing has failed.
  if (isRouteErrorResponse(error) && error.status < 500) return
  visitOf(context as RouterContextProvider).parts.log.error('a page failed', {
    path: new URL(request.url).pathname,
    cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
}
