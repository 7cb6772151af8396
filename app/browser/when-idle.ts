/** In Safari, which has no `requestIdleCallback`, calls back after 1 s. The returned function cancels. */
export function whenIdle(window: Window & typeof globalThis, callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(callback)
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(callback, 1_000)
  return () => clearTimeout(timer)
}
