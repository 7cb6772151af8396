/** A route in React Router's manifest, which every page contains. */
export interface ManifestRoute {
  /** Whether the route has a component. */
  readonly hasDefaultExport: boolean
  readonly module: string
  readonly imports?: readonly string[]
  /** URLs with an empty fragment. */
  readonly css?: readonly string[]
}

/** All routes by id. Relies on an internal of React Router: the global `__reactRouterManifest`. */
export function routesIn(window: Window & typeof globalThis): Readonly<Record<string, ManifestRoute>> {
  const manifest = Reflect.get(window, '__reactRouterManifest') as
    | { routes: Readonly<Record<string, ManifestRoute>> }
    | undefined
  return manifest?.routes ?? {}
}
