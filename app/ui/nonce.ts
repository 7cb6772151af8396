import { createContext, use } from 'react'

/** The nonce of inline scripts and styles; provided while the server renders. */
export const NonceContext = createContext('')

/** The nonce of the current page; in the browser, read from a script element. */
export function useNonce(): string | undefined {
  const nonce = use(NonceContext)
  if (nonce) return nonce
  return typeof document === 'undefined' ? undefined : document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
