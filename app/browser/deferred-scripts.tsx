import { Children, cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts as renderScripts } from 'react-router'

/** Browsers do not run a script of an unknown type. */
const deferredType = 'text/late'
const maxDelayMs = 3_000

/**
 * The page's scripts, fetched after its visible content: on a slow connection modules delay the first image, and the
 * pages can be read without them. They are fetched after the load event and the first paint, at the first pointer or
 * key press, or after 3 s, whichever comes first.
 *
 * Relies on internals of React Router: the elements that `Scripts` returns when called as a function.
 */
export function DeferredScripts({ nonce }: { nonce: string }) {
  const modules: string[] = []
  const scripts = deferScripts(renderScripts({ nonce }), modules)
  if (!scripts) return null
  return (
    <>
      {scripts}
      <script nonce={nonce} suppressHydrationWarning>
        {/* The source of the function below; rendered only on the server. */}
        {typeof document === 'undefined'
          ? `(${startDeferredScripts})(${JSON.stringify(deferredType)}, ${JSON.stringify(modules)}, ${maxDelayMs})`
          : ' '}
      </script>
    </>
  )
}

/** Removes the module preloads, collecting their URLs, and gives the module script the deferred type. */
function deferScripts(node: ReactNode, modules: string[]): ReactNode {
  if (!isValidElement(node)) return node
  const { type, props } = node as ReactElement<ScriptProps>
  if (type === 'link') {
    if (props.href) modules.push(props.href)
    return null
  }
  if (type === 'script' && props.type === 'module') {
    return cloneElement(node as ReactElement<ScriptProps>, { type: deferredType, async: undefined })
  }
  if (type !== Fragment) return node
  return <Fragment key={node.key}>{Children.map(props.children, (child) => deferScripts(child, modules))}</Fragment>
}

interface ScriptProps {
  readonly type?: string
  readonly async?: boolean | undefined
  readonly href?: string
  readonly children?: ReactNode
}

/** Runs in the browser from its source code, so it must not reference anything outside itself. */
function startDeferredScripts(type: string, modules: readonly string[], maxDelay: number): void {
  const deferred = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
  let started = false
  function start() {
    if (started || !deferred) return
    started = true
    for (const href of modules) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = deferred.nonce
    script.textContent = deferred.textContent
    document.head.append(script)
  }
  const paintObserver = new PerformanceObserver(() => setTimeout(start))
  addEventListener('load', () => paintObserver.observe({ type: 'paint', buffered: true }), { once: true })
  addEventListener('pointerdown', start, { once: true, capture: true })
  addEventListener('keydown', start, { once: true, capture: true })
  setTimeout(start, maxDelay)
}
