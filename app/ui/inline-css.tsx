import { useInsertionEffect, useSyncExternalStore } from 'react'
import { useNonce } from './nonce.ts'

/**
 * Applies CSS rules that depend on data, because the content security policy forbids style attributes. `css` is not
 * escaped: build it only from numbers and `useId` ids.
 *
 * The server renders a `<style>` with a nonce. In the browser, an adopted style sheet is used instead: a page from the
 * server's cache has no nonces, and its content security policy forbids a new `<style>`.
 */
export function InlineCss({ css }: { css: string }) {
  const nonce = useNonce()
  const fromServer = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )

  useInsertionEffect(() => {
    if (fromServer || typeof document === 'undefined') return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [css, fromServer])

  if (!fromServer) return null
  // Browsers hide the nonce from scripts, so hydration would report a mismatch.
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}

const subscribeToNothing = () => () => {}
