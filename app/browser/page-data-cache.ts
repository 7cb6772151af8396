/** A navigation uses prefetched data for this long. */
const freshMs = 30_000
/** The maximum number of visited pages, and of prefetched ones. */
const maxPages = 10

/** By the URL of a page's data. Each copy resolves with `null` if the response cannot be used again. */
type Copies = Map<string, Promise<Response | null>>

/**
 * Creates a cache of the data of pages that a visitor has opened or is about to open. `clear` is called at each change
 * to the site, so the kept data is outdated only until the live stream has reported the change.
 */
export function createPageDataCache() {
  const visited: Copies = new Map()
  const prefetched: Copies = new Map()
  let expectedReturn: string | null = null
  let hasReturned = false

  return {
    /** Resolves with kept data if it was just prefetched or the visitor goes back to the page; otherwise loads it. */
    async get(url: string, load: () => Promise<Response>): Promise<Response> {
      const isReturn = expectedReturn === url
      expectedReturn = null
      const copy = (isReturn && visited.get(url)) || prefetched.get(url)
      prefetched.delete(url)
      if (copy) keep(visited, url, copy)
      const kept = await copy
      if (kept) {
        hasReturned = isReturn
        return kept.clone()
      }
      const loading = load()
      keep(visited, url, copyOf(loading))
      return loading
    },
    /** Resolves with a copy of the loaded data, or with `null` if it was just prefetched or cannot be kept. */
    async prefetch(url: string, load: () => Promise<Response>): Promise<Response | null> {
      if (prefetched.has(url)) return null
      const copy = copyOf(load())
      keep(prefetched, url, copy)
      setTimeout(discard, freshMs, prefetched, url, copy)
      return (await copy)?.clone() ?? null
    },
    /** Loads the data of a page that the visitor has opened without loading its data. */
    addVisited(url: string, load: () => Promise<Response>): void {
      if (!visited.has(url)) keep(visited, url, copyOf(load()))
    },
    /** Call it when the visitor goes back or forward to the page whose data this URL loads. */
    expectReturn(url: string): void {
      expectedReturn = url
    },
    /** Whether the visitor went back to kept data. Resets the flag, so the next call returns `false`. */
    takeReturn(): boolean {
      const result = hasReturned
      hasReturned = false
      return result
    },
    clear(): void {
      visited.clear()
      prefetched.clear()
    },
  }
}

function keep(copies: Copies, url: string, copy: Promise<Response | null>): void {
  copies.delete(url)
  copies.set(url, copy)
  const [oldest] = copies.keys()
  if (copies.size > maxPages && oldest !== undefined) copies.delete(oldest)
  void copy.then((response) => response ?? discard(copies, url, copy))
}

function discard(copies: Copies, url: string, copy: Promise<Response | null>): void {
  if (copies.get(url) === copy) copies.delete(url)
}

function copyOf(response: Promise<Response>): Promise<Response | null> {
  return response.then(copyIfReusable, () => null)
}

function copyIfReusable(response: Response): Response | null {
  const forbidsStoring = response.headers.get('Cache-Control')?.includes('no-store') ?? true
  return response.status === 200 && !forbidsStoring ? response.clone() : null
}
