import { Children, Fragment, isValidElement, cloneElement, type ReactElement, type ReactNode } from 'react'
import { Scripts as drawScripts } from 'react-router'

/** A script of this type is kept by browsers and not run. */
const kept = 'text/late'
/** Scripts begin this long after the page at the latest, be its pictures there or not. */
const latestMs = 3_000

/**
 * The scripts of the page, fetched after what is seen: modules share the line with the first picture, and on a slow one
 * hold it back. The pages need none of them to be read. They begin when what the page starts with has arrived and been
 * painted, at the first touch or key, or after three seconds, whatever comes first.
 */
export function LateScripts({ nonce }: { nonce: string }) {
  const modules: string[] = []
  const scripts = keptBack(drawScripts({ nonce }), modules)
  if (!scripts) return null
  return (
    <>
      {scripts}
      <script nonce={nonce} suppressHydrationWarning>
        {/* Drawn by the server alone, from the function below as it is written there. */}
        {typeof document === 'undefined'
          ? `(${begin})(${JSON.stringify(kept)}, ${JSON.stringify(modules)}, ${latestMs})`
          : ' '}
      </script>
    </>
  )
}

// React Router draws the announcements and the script itself, and takes no wish of ours for them.
function keptBack(node: ReactNode, modules: string[]): ReactNode {
  if (!isValidElement(node)) return node
  const { type, props } = node as ReactElement<Drawn>
  if (type === 'link') {
    if (props.href) modules.push(props.href)
    return null
  }
  if (type === 'script' && props.type === 'module') {
    return cloneElement(node as ReactElement<Drawn>, { type: kept, async: undefined })
  }
  if (type !== Fragment) return node
  return <Fragment key={node.key}>{Children.map(props.children, (child) => keptBack(child, modules))}</Fragment>
}

interface Drawn {
  readonly type?: string
  readonly async?: boolean | undefined
  readonly href?: string
  readonly children?: ReactNode
}

/** Runs in the browser, by itself: whatever it uses is in it. */
function begin(type: string, modules: readonly string[], latest: number): void {
  const waiting = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
  let begun = false
  function start() {
    if (begun || !waiting) return
    begun = true
    for (const href of modules) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = waiting.nonce
    script.textContent = waiting.textContent
    document.head.append(script)
  }
  const painted = new PerformanceObserver(() => setTimeout(start))
  addEventListener('load', () => painted.observe({ type: 'paint', buffered: true }), { once: true })
  addEventListener('pointerdown', start, { once: true, capture: true })
  addEventListener('keydown', start, { once: true, capture: true })
  setTimeout(start, latest)
}
