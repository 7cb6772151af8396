import { href } from 'react-router'

interface ClientLoaderArgs<T> {
  readonly request: Request
  readonly serverLoader: () => Promise<T>
}

/**
 * Creates the `clientLoader` of a page whose loader calls `requireRecentProof`. A revalidation of the open page does
 * not follow the redirect to the page that asks for a proof, and returns the previous data. Sets
 * `clientLoader.hydrate`, so that this also works on a page that was loaded as a document.
 */
export function keepOpenPage<T>(): ((args: ClientLoaderArgs<T>) => Promise<T>) & { hydrate: true } {
  let shown: { readonly url: string; readonly data: T } | null = null
  const load = async ({ request: { url }, serverLoader }: ClientLoaderArgs<T>) => {
    try {
      const data = await serverLoader()
      shown = { url, data }
      return data
    } catch (error) {
      const isOpen = shown?.url === url && location.href.startsWith(url)
      const asksForProof =
        error instanceof Response && error.headers.get('Location')?.startsWith(href('/account/verify'))
      if (shown && isOpen && asksForProof) return shown.data
      throw error
    }
  }
  return Object.assign(load, { hydrate: true as const })
}
