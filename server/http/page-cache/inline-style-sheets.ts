import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Inlines the style sheets of the build as one, so that the first paint of the page does not wait for another file,
 * and the page's policy has one hash for all of them. A script adds disabled links, which no browser fetches: before
 * loading a style sheet, React looks for its own link, and Vite for a link without a fragment. (Chromium would fetch
 * disabled links in the HTML.)
 */
export function inlineStyleSheets(html: string, nonce: string, readFile = readBuiltFile): string {
  const link = /<link nonce="[^"]+" rel="stylesheet" href="(\/assets\/[\w-]+\.css)(#?)"\/>/g
  const links = [...html.matchAll(link)].map(([text, path = '', fragment = '']) => ({ text, path, fragment }))
  const hrefs = new Set(links.flatMap(({ path, fragment }) => [path, path + fragment]))
  const script = `<script nonce="${nonce}">(${addDisabledLinks})(${JSON.stringify([...hrefs])})</script>`
  const styles = links.map(({ path }) => readFile(path)).join('\n')
  const inlined = `<style nonce="${nonce}">${styles}</style>${script}`
  return html.replace(link, (text) => (text === links[0]?.text ? inlined : ''))
}

/** Runs in the browser from its source code, so it must not reference anything outside itself. */
function addDisabledLinks(hrefs: readonly string[]): void {
  for (const href of hrefs) {
    const link = document.createElement('link')
    link.disabled = true
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  }
}

const texts = new Map<string, string>()

function readBuiltFile(path: string): string {
  const cached = texts.get(path)
  if (cached !== undefined) return cached
  const text = readFileSync(join('build/client', path), 'utf8').trim()
  texts.set(path, text)
  return text
}
