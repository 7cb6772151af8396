import { useEffect } from 'react'
import { whenIdle } from './when-idle.ts'

type BrowserWindow = Window & typeof globalThis

/** A route in React Router's manifest, which every page contains. */
interface ManifestRoute {
  /** Whether the route has a component. */
  readonly hasDefaultExport: boolean
  readonly module: string
  readonly clientActionModule?: string | undefined
  readonly imports?: readonly string[]
  /** URLs with an empty fragment. */
  readonly css?: readonly string[]
}

/** Which pages a person can open, by the beginnings of their routes' ids. */
const routesOf = {
  visitor: ['pages/public/'],
  user: ['pages/public/', 'pages/account/'],
  admin: ['pages/'],
}

/**
 * Fetches the modules and style sheets of all pages that the person can open (for a visitor, about 15 KB) into the HTTP
 * cache when the browser is idle. If React Router cannot fetch a module, it reloads the document, which also fails while the
 * connection is lost.
 *
 * Relies on internals of React Router: the global `__reactRouterManifest`, and ids that are the paths of files.
 */
export function usePagePrefetch(person: { readonly admin: boolean } | null): void {
  const role = person ? (person.admin ? 'admin' : 'user') : 'visitor'
  useEffect(() => whenIdle(window, () => prefetchPages(window, routesOf[role])), [role])
}

function prefetchPages(window: BrowserWindow, idBeginnings: readonly string[]): void {
  const manifest = Reflect.get(window, '__reactRouterManifest') as
    | { routes: Readonly<Record<string, ManifestRoute>> }
    | undefined
  const files = Object.entries(manifest?.routes ?? {})
    .filter(([id, { hasDefaultExport }]) => hasDefaultExport && idBeginnings.some((start) => id.startsWith(start)))
    .flatMap(([, route]) => [...modulesOf(route), ...missingStyles(route)])
  for (const href of new Set(files)) void prefetchFile(window, href)
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

function modulesOf({ module, clientActionModule = module, imports = [] }: ManifestRoute): readonly string[] {
  return [module, clientActionModule, ...imports]
}

/** Styles of this page may be inline, with a disabled link. */
function missingStyles({ css = [] }: ManifestRoute): readonly string[] {
  return css.filter((href) => !document.querySelector(`link[rel=stylesheet][href="${href}"]`))
}
