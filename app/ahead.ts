/** What the map of routes, which travels with every page, says of a page's scripts. */
interface Mapped {
  /** Whether it is a page at all. */
  readonly hasDefaultExport: boolean
  readonly module: string
  readonly clientActionModule?: string | undefined
  readonly imports?: readonly string[]
}

/**
 * Fetches what the other pages are made of, once there is nothing else to do: some 15 KB. React Router loads the whole
 * page anew when it cannot fetch a script, and while the line is cut, nothing would be left of it.
 */
export function fetchPagesAhead(window: Window & typeof globalThis): void {
  const map = Reflect.get(window, '__reactRouterManifest') as { routes: Readonly<Record<string, Mapped>> } | undefined
  const pages = Object.values(map?.routes ?? {}).filter((route) => route.hasDefaultExport)
  const scripts = new Set(pages.flatMap(scriptsOf))
  whenIdle(window, () => {
    for (const href of scripts) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' })
      document.head.append(link)
    }
  })
}

function scriptsOf({ module, clientActionModule = module, imports = [] }: Mapped): readonly string[] {
  return [module, clientActionModule, ...imports]
}

/** Safari does not tell when it is idle. */
function whenIdle(window: Window & typeof globalThis, act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act)
  else setTimeout(act, 1_000)
}
