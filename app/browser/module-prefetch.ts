import { useEffect } from 'react'
import { routesIn, type ManifestRoute } from './route-manifest.ts'
import { whenIdle } from './when-idle.ts'

type BrowserWindow = Window & typeof globalThis

/** The pages that are prefetched for each role, as prefixes of route ids. */
const routesOf = {
  visitor: ['pages/public/'],
  user: ['pages/public/', 'pages/account/'],
  admin: ['pages/'],
}

/** The events that show that someone is using the page. */
const firstInputs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Fetches the modules and style sheets of the pages for the person's role (for a visitor, the public ones, about 15 KB)
 * into the HTTP cache, once the page is used and the browser is idle. If React Router cannot fetch a module, it reloads
 * the document, which also fails while the connection is lost.
 *
 * Relies on an internal of React Router: route ids are file paths.
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

function prefetchPages(window: BrowserWindow, idPrefixes: readonly string[]): void {
  const files = Object.entries(routesIn(window))
    .filter(([id, { hasDefaultExport }]) => hasDefaultExport && idPrefixes.some((prefix) => id.startsWith(prefix)))
    .flatMap(([, route]) => [route.module, ...(route.imports ?? []), ...missingStyles(route)])
  for (const href of new Set(files)) if (!isFetched(href)) void prefetchFile(window, href)
}

function isFetched(href: string): boolean {
  return performance.getEntriesByName(new URL(href, location.href).href).length > 0
}

/**
 * Does not use `modulepreload`: browsers remember a failed preload, and every later import of that module would fail. A
 * failed `fetch` has no such effect; it is repeated when the browser is online again.
 */
async function prefetchFile(window: BrowserWindow, href: string): Promise<void> {
  try {
    const response = await window.fetch(href, { priority: 'low' })
    await response.arrayBuffer()
  } catch {
    window.addEventListener('online', () => void prefetchFile(window, href), { once: true })
  }
}

/** The style sheets that the page has no link for. An inlined style sheet has a disabled link. */
function missingStyles({ css = [] }: ManifestRoute): readonly string[] {
  return css.filter((href) => !document.querySelector(`link[rel=stylesheet][href="${href}"]`))
}
