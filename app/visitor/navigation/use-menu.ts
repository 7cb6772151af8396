import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { useScrollLock } from '#app/ui/dialog/scroll-lock.ts'

/** On these screens the navbar links are in a menu. */
export const narrowScreenQuery = '(max-width: 768px)'

/**
 * The full-screen menu is a popover, which its button opens even without scripts. While open, it locks scrolling and
 * traps focus; navigation and Escape close it. Returns whether it is open, and a handler for its `toggle` event.
 */
export function useMenu(navbar: RefObject<HTMLElement | null>, menu: RefObject<HTMLElement | null>) {
  // Unknown until hydration, because the menu may have been opened before.
  const [open, setOpen] = useState<boolean>()
  const { key } = useLocation()
  const update = useCallback(() => setOpen(isOpen(menu.current)), [menu])
  const close = useCallback(() => {
    if (isOpen(menu.current)) menu.current?.hidePopover()
  }, [menu])
  const isLeaving = useRef(false)
  const closeOnLeave = useCallback(() => {
    return () => {
      isLeaving.current = true
      close()
    }
  }, [close])
  useScrollLock(open === true)

  useEffect(update, [update])
  useEffect(closeOnLeave, [key, closeOnLeave])
  useEffect(() => {
    const element = navbar.current
    if (!open || !element) return
    isLeaving.current = false
    const releaseFocus = trapFocus(element)
    const narrowScreen = window.matchMedia(narrowScreenQuery)
    narrowScreen.addEventListener('change', close)
    return () => {
      releaseFocus()
      // When the menu closes, the browser focuses its button.
      if (isLeaving.current) document.querySelector('main')?.focus({ preventScroll: true })
      narrowScreen.removeEventListener('change', close)
    }
  }, [open, navbar, close])

  return { open, onToggle: update }
}

function isOpen(menu: HTMLElement | null): boolean {
  return CSS.supports('selector(:popover-open)') && menu?.matches(':popover-open') === true
}

function trapFocus(navbar: HTMLElement): () => void {
  const siblings = [...(navbar.parentElement?.children ?? [])].filter(
    (other): other is HTMLElement => other instanceof HTMLElement && other !== navbar && !other.inert,
  )
  for (const other of siblings) other.inert = true

  const onKeyDown = (event: KeyboardEvent) => {
    // The browser itself closes the menu.
    if (event.key === 'Escape') navbar.querySelector<HTMLElement>('[popovertarget]')?.focus()
    if (event.key === 'Tab') wrapFocus(navbar, event)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => {
    for (const other of siblings) other.inert = false
    document.removeEventListener('keydown', onKeyDown)
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
