import { useEffect, useState, useSyncExternalStore } from 'react'

/** Whether the page has been scrolled by more than so many pixels. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    listen,
    () => window.scrollY > pixels,
    () => false,
  )
}

/** Whether the last movement of the page was downwards. */
export function useScrolledDown(): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let last = place()
    return listen(() => {
      const now = place()
      if (now !== last) setDown(now > last)
      last = now
    })
  }, [])
  return down
}

/** Without the rubber band at both ends of a page, which would look like a change of direction. */
function place(): number {
  const end = document.documentElement.scrollHeight - window.innerHeight
  return Math.max(0, Math.min(window.scrollY, end))
}

function listen(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
