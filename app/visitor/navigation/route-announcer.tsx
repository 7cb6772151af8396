import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Announces a new page to screen readers, and focuses it if the focused element was removed. */
export function RouteAnnouncer() {
  const { key, pathname } = useLocation()
  const [title, setTitle] = useState('')
  // The browser announces the first page itself.
  const last = useRef({ key, pathname })
  useEffect(() => {
    const previous = last.current
    last.current = { key, pathname }
    if (previous.pathname !== pathname) setTitle(document.title)
    if (previous.key === key) return
    // In the next frame, after a closing dialog has restored focus.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [key, pathname])
  return (
    <p aria-live="polite" className="visually-hidden">
      {title}
    </p>
  )
}
