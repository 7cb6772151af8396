interface ClientLoaderArgs<T> {
  readonly request: Request
  readonly serverLoader: () => Promise<T>
}

/**
 * The `clientLoader` of a page whose loader may ask for the password again. Only a visit follows the redirect to the question:
 * when the open page is revalidated, it keeps what it shows. Needs `clientLoader.hydrate`, to know what that is.
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
      const asksAgain = error instanceof Response && error.headers.get('Location')?.startsWith('/account/verify')
      if (shown && isOpen && asksAgain) return shown.data
      throw error
    }
  }
  return Object.assign(load, { hydrate: true as const })
}
