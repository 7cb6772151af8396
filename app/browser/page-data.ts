import { useEffect } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { createPageDataCache } from './page-data-cache.ts'
import { dataUrlOf, isDataRequest } from './data-url.ts'
import { preloadFirstPicture } from './first-picture.ts'
import { whenIdle } from './when-idle.ts'

/** A mouse must rest on a link for this long; a press or focus prefetches the page at once. */
const hoverMs = 100
/** Prefetching is given up before the connection counts as lost. */
const prefetchTimeoutMs = 8_000

const cache = createPageDataCache()
/** Only for visitors: the data of users must not outlive their sessions. */
let isEnabled = false
let load: typeof fetch

/** Call it at each change to the site. */
export const clearPageData = cache.clear

/**
 * Answers React Router's requests for page data with prefetched data or, when the visitor goes back, with the data of
 * the earlier visit. Must be installed before React Router listens to `popstate`. Patches `window.fetch`.
 */
export function installPageDataCache(window: Window & typeof globalThis): void {
  load = window.fetch.bind(window)
  const { location } = window
  let initial: string | null = dataUrlOf(location.href)
  window.fetch = (input, init) => {
    if (!isDataRequest(input, location)) return load(input, init)
    if ((init?.method ?? 'GET') !== 'GET') cache.clear()
    else if (isEnabled) {
      const url = String(input)
      const first = initial
      initial = null
      // The first page came as a document. Its data is needed when the visitor goes back to it.
      if (first && first !== url) whenIdle(window, () => cache.addVisited(first, () => loadQuietly(first)))
      return cache.get(url, () => load(input, init))
    }
    return load(input, init)
  }
  window.addEventListener('popstate', () => cache.expectReturn(dataUrlOf(location.href)))
}

/** Prefetches the pages whose links a visitor points at or focuses; revalidates a page that a visitor went back to. */
export function usePageData(isVisitor: boolean): void {
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (state === 'idle' && cache.takeReturn()) void revalidate()
  }, [state, revalidate])

  useEffect(() => {
    if (!isVisitor) return
    isEnabled = true
    return () => {
      isEnabled = false
      cache.clear()
    }
  }, [isVisitor])

  useEffect(() => {
    if (!isVisitor || savesData()) return
    const ended = new AbortController()
    const options = { signal: ended.signal, passive: true }
    let hovering: ReturnType<typeof setTimeout> | undefined
    for (const type of ['pointerdown', 'focusin'])
      document.addEventListener(type, ({ target }) => prefetchLink(target), options)
    document.addEventListener(
      'pointerover',
      ({ target, pointerType }) => {
        clearTimeout(hovering)
        if (pointerType === 'mouse') hovering = setTimeout(() => prefetchLink(target), hoverMs)
      },
      options,
    )
    return () => {
      clearTimeout(hovering)
      ended.abort()
    }
  }, [isVisitor])
}

function prefetchLink(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.hasAttribute('download')) return
  const isPage = link.origin === location.origin && !link.pathname.includes('.')
  if (isPage && link.pathname !== location.pathname) void prefetchPage(dataUrlOf(link.href))
}

async function prefetchPage(url: string): Promise<void> {
  const response = await prefetch(url)
  // If the connection is lost, the navigation reports it.
  if (response) await preloadFirstPicture(response, window).catch(() => {})
}

async function prefetch(url: string): Promise<Response | null> {
  return cache.prefetch(url, () => loadQuietly(url))
}

/** Gives up before the connection counts as lost. */
function loadQuietly(url: string): Promise<Response> {
  return load(url, { signal: AbortSignal.timeout(prefetchTimeoutMs) })
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData: boolean } }
  return connection?.saveData === true
}
