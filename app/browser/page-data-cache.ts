/** Prefetched data is used for this long. */
const freshMs = 30_000
const maxEntries = 10

interface Entry {
  /** Resolves with `null` if the response cannot be used again. */
  readonly response: Promise<Response | null>
  /** `null` if the data was not prefetched or has been used once. */
  prefetchedAt: number | null
}

/**
 * Creates a cache of the data of pages that a visitor has left or is about to open. `clear` is called at each change to
 * the site, so the kept data is outdated only until the live stream has reported the change.
 */
export function createPageDataCache(now = Date.now) {
  const entries = new Map<string, Entry>()
  let expectedReturn: string | null = null
  let hasReturned = false

  function keep(url: string, response: Promise<Response>, prefetchedAt: number | null): Entry {
    const entry: Entry = { prefetchedAt, response: response.then(copyIfReusable, () => null) }
    void entry.response.then((copy) => {
      if (!copy && entries.get(url) === entry) entries.delete(url)
    })
    entries.delete(url)
    entries.set(url, entry)
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  return {
    /** Resolves with kept data if it was just prefetched or the visitor goes back to the page; otherwise loads it. */
    async get(url: string, load: () => Promise<Response>): Promise<Response> {
      const entry = entries.get(url)
      const isReturn = expectedReturn === url
      expectedReturn = null
      const isFresh = typeof entry?.prefetchedAt === 'number' && now() - entry.prefetchedAt < freshMs
      const kept = entry && (isReturn || isFresh) ? await entry.response : null
      if (kept && entry) {
        entry.prefetchedAt = null
        hasReturned = isReturn
        return kept.clone()
      }
      const loading = load()
      keep(url, loading, null)
      return loading
    },
    /** Resolves with a copy of the loaded data, or with `null` if the data is kept already or cannot be kept. */
    async prefetch(url: string, load: () => Promise<Response>): Promise<Response | null> {
      if (entries.has(url)) return null
      const response = await keep(url, load(), now()).response
      return response?.clone() ?? null
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
    clear: (): void => entries.clear(),
  }
}

function copyIfReusable(response: Response): Response | null {
  const forbidsStoring = response.headers.get('Cache-Control')?.includes('no-store') ?? true
  return response.status === 200 && !forbidsStoring ? response.clone() : null
}
