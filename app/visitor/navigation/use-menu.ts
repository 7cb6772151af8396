import { useCallback, useEffect, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { useScrollLock } from '#app/ui/dialog/scroll-lock.ts'

/** On these screens the navbar links are in a menu. */
export const narrowScreenQuery = '(max-width: 768px)'

/** The full-screen menu. While open, it locks scrolling and traps focus; navigation and Escape close it. */
export function useMenu(navbar: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const close = useCallback(() => setOpen(false), [])
  useScrollLock(open)

  useEffect(close, [key, close])

  useEffect(() => {
    const element = navbar.current
    if (!open || !element) return
    const releaseFocus = trapFocus(element, close)
    const narrowScreen = window.matchMedia(narrowScreenQuery)
    narrowScreen.addEventListener('change', close)
    return () => {
      releaseFocus()
      narrowScreen.removeEventListener('change', close)
    }
  }, [open, navbar, close])

  return { open, toggle: () => setOpen(!open) }
}

function trapFocus(navbar: HTMLElement, close: () => void): () => void {
  const siblings = [...(navbar.parentElement?.children ?? [])].filter(
    (other): other is HTMLElement => other instanceof HTMLElement && other !== navbar && !other.inert,
  )
  for (const other of siblings) other.inert = true

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close()
      navbar.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    }
    if (event.key === 'Tab') wrapFocus(navbar, event)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => {
    for (const other of siblings) other.inert = false
    document.removeEventListener('keydown', onKeyDown)
    // The clicked link is about to be hidden and would lose focus.
    const menuButton = navbar.querySelector('[aria-expanded]')
    const losesFocus =
      window.matchMedia(narrowScreenQuery).matches && menuButton?.nextElementSibling?.contains(document.activeElement)
    if (losesFocus) document.querySelector('main')?.focus({ preventScroll: true })
  }
}

function wrapFocus(navbar: HTMLElement, event: KeyboardEvent): void {
  const tabStops = [...navbar.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
  const last = event.shiftKey ? tabStops[0] : tabStops.at(-1)
  const first = event.shiftKey ? tabStops.at(-1) : tabStops[0]
  if (document.activeElement !== last && navbar.contains(document.activeElement)) return
  event.preventDefault()
  first?.focus()
}
