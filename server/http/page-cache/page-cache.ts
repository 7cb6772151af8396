import { LRUCache } from 'lru-cache'
import { topicOf, type Topic } from '#portfolio/change-events.ts'
import type { EventBus } from '#portfolio/ports.ts'
import { compressFurther, type CachedPage } from './cached-page.ts'

/** Enough for 480 projects: the page of a sample project, with its styles, and its `.data` take 135 KB together. */
const maxBytes = 64 * 1024 * 1024
/** The size of an entry apart from its bodies: headers and objects. */
const entryBytes = 8 * 1024
const dayMs = 24 * 60 * 60_000
const quarterHourMs = 15 * 60_000

/** What was rendered: a page for the cache, or another response, which is for one request only. */
export type Rendered = RenderedPage | { readonly response: Response }

interface RenderedPage {
  readonly page: CachedPage
  readonly topics: ReadonlySet<Topic>
}

export interface CacheChanges {
  readonly events: Pick<EventBus, 'subscribe'>
  /** Whether another process has changed the data since the last call, perhaps without an event. */
  hasForeignChanges(): boolean
}

export interface PageCache {
  /** For a request that has just arrived. Checks for foreign changes at most once per event loop iteration. */
  get(url: string): CachedPage | undefined
  /** Renders a page unless it is cached or being rendered. Does not store it if anything changes meanwhile. */
  getOrRender(url: string, render: () => Promise<Rendered>): Promise<{ page: CachedPage } | { response: Response }>
}

/** A change drops the pages with its topic, whatever its audience. A change found by `hasForeignChanges` drops all. */
export function openPageCache({ events, hasForeignChanges }: CacheChanges): PageCache {
  const pages = new LRUCache<string, RenderedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, url) => page.bytes + 2 * url.length + entryBytes,
  })
  const renderings = new Map<string, Promise<Rendered>>()

  events.subscribe(({ event }) => {
    const topic = topicOf(event)
    for (const [url, { topics }] of pages.entries()) if (topics.has(topic)) pages.delete(url)
    // The topics of pages that are being rendered are not known yet.
    renderings.clear()
  })

  const find = (url: string, hasChangedElsewhere: boolean) => {
    if (!hasChangedElsewhere) return pages.get(url)?.page
    pages.clear()
    renderings.clear()
    return undefined
  }
  // The check takes 2.6 µs with SQLite, a page from memory 40 µs.
  const checkOncePerIteration = oncePerIteration(hasForeignChanges)

  // One page at a time, so that three of libuv's four threads stay free for requests.
  let compressing = Promise.resolve()
  const store = (url: string, { page, topics }: RenderedPage, ttl: number) => {
    pages.set(url, { page, topics }, { ttl })
    compressing = compressing.then(() => (pages.peek(url)?.page === page ? compressFurther(page) : undefined))
  }

  return {
    get: (url) => find(url, checkOncePerIteration()),
    async getOrRender(url, render) {
      // Checks directly: outside of the poll phase, `oncePerIteration` would skip the check in the next poll phase.
      const page = find(url, hasForeignChanges())
      if (page) return { page }
      const shared = renderings.get(url)
      if (shared) {
        const rendered = await shared
        if ('page' in rendered) return rendered
      }
      const maxAgeMs = maxAgeAt(new Date())
      const rendering = render()
      renderings.set(url, rendering)
      try {
        const rendered = await rendering
        // A rendering that a change has removed from `renderings` may show older data.
        if ('page' in rendered && renderings.get(url) === rendering) store(url, rendered, maxAgeMs)
        return rendered
      } finally {
        if (renderings.get(url) === rendering) renderings.delete(url)
      }
    },
  }
}

/** Calls `check` at most once per iteration of the event loop; further calls return `false`. */
function oncePerIteration(check: () => boolean): () => boolean {
  let checked = false
  return () => {
    if (checked) return false
    checked = true
    setImmediate(() => (checked = false))
    return check()
  }
}

/** In ms, so that the page shows the right year: in every time zone, the year begins at a quarter hour of UTC. */
export function maxAgeAt(time: Date): number {
  const isNewYear = ['12-31', '01-01'].includes(time.toISOString().slice(5, 10))
  const periodMs = isNewYear ? quarterHourMs : dayMs
  return periodMs - (time.getTime() % periodMs)
}
