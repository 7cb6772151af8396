const pausesMs = [250, 500, 1_000, 2_000]

/**
 * Makes the reading of pages outlast a cut connection: React Router would replace the page, and whatever
 * is being typed on it, by an error. Only for reads of this site's pages; what writes is never sent twice.
 */
export function readPatiently(window: Window & typeof globalThis): void {
  const fetchOnce = window.fetch.bind(window)
  window.fetch = (input, init) =>
    readsPage(input, init) ? readAgain(() => fetchOnce(input, init), init) : fetchOnce(input, init)
}

async function readAgain(read: () => Promise<Response>, init: RequestInit | undefined): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (init?.signal?.aborted) throw error
      await new Promise((resume) => setTimeout(resume, pausesMs[Math.min(attempt, pausesMs.length - 1)]))
    }
  }
}

function readsPage(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (input instanceof Request) return false
  const url = new URL(input, window.location.href)
  return (init?.method ?? 'GET') === 'GET' && url.origin === window.location.origin && url.pathname.endsWith('.data')
}
