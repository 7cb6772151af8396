import { useEffect } from 'react'
import { routesIn, type ManifestRoute } from './route-manifest.ts'
import { whenIdle } from './when-idle.ts'

type BrowserWindow = Window & typeof globalThis

/** Which pages a person can open, by the beginnings of their routes' ids. */
const routesOf = {
  visitor: ['pages/public/'],
  user: ['pages/public/', 'pages/account/'],
  admin: ['pages/'],
}

/** What shows that someone is using the page. */
const firstInputs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Fetches the modules and style sheets of all pages that the person can open (for a visitor, about 15 KB) into the HTTP
 * cache, once the page is used and the browser is idle. If React Router cannot fetch a module, it reloads the document,
 * which also fails while the connection is lost.
 *
 * Relies on an internal of React Router: ids that are the paths of files.
 */
export function usePagePrefetch(person: { readonly admin: boolean } | null): void {
  const role = person ? (person.admin ? 'admin' : 'user') : 'visitor'
  useEffect(() => {
    const started = new AbortController()
    const start = () => {
      started.abort()
      whenIdle(window, () => prefetchPages(window, routesOf[role]))
    }
    for (const type of firstInputs) addEventListener(type, start, { signal: started.signal, passive: true })
    return () => started.abort()
  }, [role])
}

function prefetchPages(window: BrowserWindow, idBeginnings: readonly string[]): void {
  const files = Object.entries(routesIn(window))
    .filter(([id, { hasDefaultExport }]) => hasDefaultExport && idBeginnings.some((start) => id.startsWith(start)))
    .flatMap(([, route]) => [route.module, ...(route.imports ?? []), ...missingStyles(route)])
  for (const href of new Set(files)) if (!isFetched(href)) void prefetchFile(window, href)
}

function isFetched(href: string): boolean {
  return performance.getEntriesByName(new URL(href, location.href).href).length > 0
}

/**
 * Not `modulepreload`: browsers keep a failed preload, and every later import of that module would fail. A failed
 * `fetch` leaves no trace and is repeated when the browser is online again.
 */
async function prefetchFile(window: BrowserWindow, href: string): Promise<void> {
  try {
    const response = await window.fetch(href, { priority: 'low' })
    await response.arrayBuffer()
  } catch {
    window.addEventListener('online', () => void prefetchFile(window, href), { once: true })
  }
}

/** Styles of this page may be inline, with a disabled link. */
function missingStyles({ css = [] }: ManifestRoute): readonly string[] {
  return css.filter((href) => !document.querySelector(`link[rel=stylesheet][href="${href}"]`))
}
