/**
 * Calls `callback` when the browser is idle, or after 1 s in Safari, which has no `requestIdleCallback`. Returns a
 * function that cancels it.
 */
export function whenIdle(window: Window & typeof globalThis, callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(callback)
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(callback, 1_000)
  return () => clearTimeout(timer)
}
