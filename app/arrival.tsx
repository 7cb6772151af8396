import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tells those who hear a page that another one has come, and takes the focus along if it was on what has gone. */
export function Arrival() {
  const { key, pathname } = useLocation()
  const [title, setTitle] = useState('')
  // Of the page that one comes to first the browser tells.
  const known = useRef({ key, pathname })
  useEffect(() => {
    const before = known.current
    known.current = { key, pathname }
    if (before.pathname !== pathname) setTitle(document.title)
    if (before.key === key) return
    // Whoever gives the focus back to where it was goes first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [key, pathname])
  return (
    <p aria-live="polite" className="unseen">
      {title}
    </p>
  )
}
