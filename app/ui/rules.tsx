import { useInsertionEffect, useSyncExternalStore } from 'react'
import { useNonce } from './nonce.ts'

/**
 * Rules that depend on data, such as the geometry of a gallery, without style attributes.
 * Build `css` only from numbers and from ids made by `useId`: it is not escaped.
 *
 * On the server: a marked `<style>`. In the browser: an adopted sheet, because a page from the cache
 * has no nonce, and a `<style>` that is added later would be ignored there.
 */
export function Rules({ css }: { css: string }) {
  const nonce = useNonce()
  const fromServer = useSyncExternalStore(
    neverChanges,
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
  // The browser hides the nonce from the page, so hydration would take it for a difference.
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}

const neverChanges = () => () => {}
