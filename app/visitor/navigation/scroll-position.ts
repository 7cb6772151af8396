import { useEffect, useState, useSyncExternalStore } from 'react'

export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    addScrollListener,
    () => window.scrollY > pixels,
    () => false,
  )
}

export function useScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    let last = scrollTop()
    return addScrollListener(() => {
      const current = scrollTop()
      if (current !== last) setIsDown(current > last)
      last = current
    })
  }, [])
  return isDown
}

/** Ignores overscroll, which would look like a change of direction. */
function scrollTop(): number {
  const max = document.documentElement.scrollHeight - window.innerHeight
  return Math.max(0, Math.min(window.scrollY, max))
}

/** Returns a function that removes the listener. */
export function addScrollListener(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
