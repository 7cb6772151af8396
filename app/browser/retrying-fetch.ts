import { addLostLoads, connectionLostAfterMs } from './connection-lost.ts'
import { isDataRequest } from './data-url.ts'

const retryDelaysMs = [250, 500, 1_000, 2_000]

/** Statuses with which a proxy reports that the site does not respond. */
const proxyErrorStatuses = new Set([502, 503, 504])

/**
 * Retries page loads until they succeed or are aborted, so that they survive a lost connection or a restart behind a
 * proxy. React Router would otherwise replace the page, and any text being typed, with an error. Only GET requests for
 * this site's pages are retried, so no write is sent twice.
 *
 * A response is passed on with its whole body: a connection lost halfway is retried too, and React Router 8.4 leaves
 * promises unhandled (`done` in its turbo-stream decoder) when a request is aborted between the body's first line and
 * its end. Nothing is lost, since no page streams promises.
 *
 * Patches `window.fetch`. Relies on an internal of React Router: its responses have the header `X-Remix-Response`.
 */
export function installRetryingFetch(window: Window & typeof globalThis): void {
  const fetchOnce = window.fetch.bind(window)
  window.fetch = (input, init) => {
    if (!isDataRequest(input, window.location)) return fetchOnce(input, init)
    const load = async () => withWholeBody(await fetchOnce(input, init))
    return (init?.method ?? 'GET') === 'GET' ? retry(load, init?.signal) : load()
  }
}

async function retry(load: () => Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  const startedAt = Date.now()
  let reported = false
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return rejectProxyError(await load())
      } catch (error) {
        if (signal?.aborted) throw error
        if (!reported && Date.now() - startedAt >= connectionLostAfterMs) {
          reported = true
          addLostLoads(+1)
        }
        await delay(retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0, signal)
      }
    }
  } finally {
    if (reported) addLostLoads(-1)
  }
}

function rejectProxyError(response: Response): Response {
  const isOwn = response.headers.has('X-Remix-Response')
  if (proxyErrorStatuses.has(response.status) && !isOwn) throw new Error(`proxy error ${response.status}`)
  return response
}

/** Resolves early when aborted; otherwise a lost load would still be reported during the next page load. */
function delay(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

async function withWholeBody(response: Response): Promise<Response> {
  return response.body ? new Response(await response.blob(), response) : response
}
