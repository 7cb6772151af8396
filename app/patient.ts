import { useSyncExternalStore } from 'react'
import { createListeners } from '#app/ui/listeners.ts'

const pausesMs = [250, 500, 1_000, 2_000]
/** Whoever waits longer for a page is told. */
const tellAfterMs = 10_000

/** What proxies answer for a site that is away. */
const awayStatuses = new Set([502, 503, 504])

/**
 * Makes the reading of pages outlast a cut connection, and a restart behind a proxy: React Router would replace the
 * page, and whatever is being typed on it, by an error. Only for reads of this site's pages; what writes is never
 * sent twice.
 */
export function readPatiently(window: Window & typeof globalThis): void {
  const fetchOnce = window.fetch.bind(window)
  window.fetch = (input, init) =>
    readsPage(input, init) ? readAgain(() => fetchOnce(input, init), init?.signal) : fetchOnce(input, init)
}

/** Whether a page is being read, and has not come for longer than people wait. */
export function useLineLost(): boolean {
  return useSyncExternalStore(
    listen,
    () => lost > 0,
    () => false,
  )
}

async function readAgain(read: () => Promise<Response>, stop: AbortSignal | null | undefined): Promise<Response> {
  const begun = Date.now()
  let told = false
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return ownAnswer(await read())
      } catch (error) {
        if (stop?.aborted) throw error
        if (!told && Date.now() - begun >= tellAfterMs) {
          told = true
          lose(+1)
        }
        await pause(pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0, stop)
      }
    }
  } finally {
    if (told) lose(-1)
  }
}

/** Refuses what was answered in the place of the site's pages: those carry a header of React Router's. */
function ownAnswer(response: Response): Response {
  if (awayStatuses.has(response.status) && !response.headers.has('X-Remix-Response')) throw new Error('away')
  return response
}

/** Cut short when nobody waits any more: what is read next must not be taken for lost. */
function pause(ms: number, stop: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(resume, ms)
    stop?.addEventListener('abort', () => (clearTimeout(timer), resume()), { once: true })
  })
}

function readsPage(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (input instanceof Request) return false
  const url = new URL(input, window.location.href)
  return (init?.method ?? 'GET') === 'GET' && url.origin === window.location.origin && url.pathname.endsWith('.data')
}

let lost = 0
const { listen, tell } = createListeners()

function lose(change: number): void {
  lost += change
  tell()
}
