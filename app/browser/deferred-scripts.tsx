import {
  Children,
  cloneElement,
  Fragment,
  isValidElement,
  useLayoutEffect,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Scripts as renderScripts } from 'react-router'

/** Browsers do not run a script of an unknown type. */
const deferredType = 'text/late'
const maxDelayMs = 3_000

const hydratedEvent = 'enfilade-hydrated'

/** Repeats a press, made before hydration, on a button that needs scripts. Call it in the outermost component. */
export function usePressBeforeHydration(): void {
  // A passive effect runs later: a press before it would be both handled and repeated.
  useLayoutEffect(() => void dispatchEvent(new Event(hydratedEvent)), [])
}

/**
 * The page's scripts, fetched after its visible content: on a slow connection modules would delay the first image, and
 * the pages can be read without them. They are fetched once the page has loaded and its high-priority image is painted,
 * at the first pointer or key press, or after 3 s, whichever comes first.
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
        {/* The source of the functions below; rendered only on the server. */}
        {import.meta.env.SSR
          ? `(${startDeferredScripts})(${JSON.stringify(deferredType)}, ${JSON.stringify(modules)}, ${maxDelayMs});(${repeatPress})('${hydratedEvent}')`
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

// The source of the functions below is sent to the browser, so they must not reference anything outside themselves.

/** Repeats the last click before hydration if it was on a button that only scripts handle (no submit or popover). */
function repeatPress(hydrated: string): void {
  let pressed: HTMLElement | null = null
  const record = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    pressed = button?.type === 'button' && !button.popoverTargetElement ? button : null
  }
  // Runs after React's listeners. React itself handles a press during hydration, so that press is not recorded.
  addEventListener('click', record)
  addEventListener(
    hydrated,
    () => {
      removeEventListener('click', record)
      // After the effects that the button may need.
      setTimeout(() => pressed?.click())
    },
    { once: true },
  )
}

function startDeferredScripts(type: string, modules: readonly string[], maxDelay: number): void {
  const deferred = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
  let started = false
  function start() {
    if (started || !deferred) return
    started = true
    // React Router appends `#` to the URLs of some style sheets, by which Vite does not recognise them: it would load
    // them again, after the others. A disabled link with the plain URL prevents this.
    for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href$="#"]')) {
      const link = document.createElement('link')
      link.disabled = true
      link.rel = 'stylesheet'
      link.href = href.slice(0, -1)
      document.head.append(link)
    }
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
  // The load event may come before the first image is painted.
  const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
  const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  addEventListener('load', () => (image ? image.decode().then(afterPaint, afterPaint) : afterPaint()), { once: true })
  addEventListener('pointerdown', start, { once: true, capture: true })
  addEventListener('keydown', start, { once: true, capture: true })
  setTimeout(start, maxDelay)
}
