/** A route in React Router's manifest, which every page contains. */
interface ManifestRoute {
  /** Whether the route has a component. */
  readonly hasDefaultExport: boolean
  readonly module: string
  readonly clientActionModule?: string | undefined
  readonly imports?: readonly string[]
}

/**
 * Fetches the modules of all other pages (about 15 KB) when the browser is idle. If React Router cannot fetch a module,
 * it reloads the document, which also fails while the connection is lost.
 *
 * Relies on an internal of React Router: the global `__reactRouterManifest`.
 */
export function prefetchPageModules(window: Window & typeof globalThis): void {
  const manifest = Reflect.get(window, '__reactRouterManifest') as
    | { routes: Readonly<Record<string, ManifestRoute>> }
    | undefined
  const pages = Object.values(manifest?.routes ?? {}).filter((route) => route.hasDefaultExport)
  const modules = new Set(pages.flatMap(modulesOf))
  whenIdle(window, () => modules.forEach((href) => void prefetchModule(window, href)))
}

/**
 * A module is preloaded once its file is in the HTTP cache: browsers keep a failed preload, and every later import of
 * that module would fail. A failed `fetch` leaves no trace and is repeated when the browser is online again.
 */
async function prefetchModule(window: Window & typeof globalThis, href: string): Promise<void> {
  try {
    const response = await fetch(href, { priority: 'low' })
    await response.arrayBuffer()
    if (!response.ok) return
  } catch {
    window.addEventListener('online', () => void prefetchModule(window, href), { once: true })
    return
  }
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' })
  document.head.append(link)
}

function modulesOf({ module, clientActionModule = module, imports = [] }: ManifestRoute): readonly string[] {
  return [module, clientActionModule, ...imports]
}

/** Safari has no requestIdleCallback. */
function whenIdle(window: Window & typeof globalThis, callback: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(callback)
  else setTimeout(callback, 1_000)
}
