import { createContext, use } from 'react'

/** The mark that inline scripts and styles of this answer bear; provided while a page is drawn on the server. */
export const NonceContext = createContext('')

/** The mark of the page at hand; in the browser it is read from a script that came with the page. */
export function useNonce(): string | undefined {
  const given = use(NonceContext)
  if (given) return given
  return typeof document === 'undefined' ? undefined : document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
