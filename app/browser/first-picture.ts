import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { routesIn } from './route-manifest.ts'

/** The `handle` export of a page that begins with a picture. The function fetches that picture. */
export interface FirstPictureHandle<LoaderData> {
  readonly preloadFirstPicture: (loaderData: LoaderData) => void
}

/**
 * Fetches the first picture of the page whose data this response contains.
 *
 * Relies on internals of React Router: the encoding of the data, keyed by route id, and the manifest.
 */
export async function preloadFirstPicture(response: Response, window: Window & typeof globalThis): Promise<void> {
  if (!response.body) return
  const routes = routesIn(window)
  const { value } = await decode(response.body, window)
  for (const [id, { data }] of Object.entries(value as Record<string, { data?: unknown }>)) {
    const route = data ? routes[id] : undefined
    if (!route) continue
    // The loader data belongs to the same route.
    const { handle } = (await import(/* @vite-ignore */ route.module)) as {
      handle?: Partial<FirstPictureHandle<unknown>>
    }
    handle?.preloadFirstPicture?.(data)
  }
}
