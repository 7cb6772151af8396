import { useCallback, useEffect, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { useHeldPage } from '#app/ui/held.ts'

/** At this width and below the links are behind the burger. */
export const narrow = '(max-width: 768px)'

/** The full-screen menu: open or closed; what an open one does to the page, and what closes it. */
export function useMenu(bar: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const close = useCallback(() => setOpen(false), [])
  useHeldPage(open)

  useEffect(close, [key, close])

  useEffect(() => {
    const shown = bar.current
    if (!open || !shown) return
    const stopTrap = keepFocusIn(shown, close)
    const wide = window.matchMedia(narrow)
    wide.addEventListener('change', close)
    return () => {
      stopTrap()
      wide.removeEventListener('change', close)
    }
  }, [open, bar, close])

  return { open, toggle: () => setOpen(!open) }
}

function keepFocusIn(bar: HTMLElement, close: () => void): () => void {
  const others = [...(bar.parentElement?.children ?? [])].filter(
    (other): other is HTMLElement => other instanceof HTMLElement && other !== bar && !other.inert,
  )
  for (const other of others) other.inert = true

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close()
      bar.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    }
    if (event.key === 'Tab') wrap(bar, event)
  }
  document.addEventListener('keydown', onKey)
  return () => {
    for (const other of others) other.inert = false
    document.removeEventListener('keydown', onKey)
    // What was pressed is about to be hidden, and would take the focus with it.
    const menu = bar.querySelector('[aria-expanded]')
    const hides = window.matchMedia(narrow).matches && menu?.nextElementSibling?.contains(document.activeElement)
    if (hides) document.querySelector('main')?.focus({ preventScroll: true })
  }
}

function wrap(bar: HTMLElement, event: KeyboardEvent): void {
  const stops = [...bar.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
  const end = event.shiftKey ? stops[0] : stops.at(-1)
  const start = event.shiftKey ? stops.at(-1) : stops[0]
  if (document.activeElement !== end && bar.contains(document.activeElement)) return
  event.preventDefault()
  start?.focus()
}
