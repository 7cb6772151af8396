import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '#app/ui/listeners.ts'

/** Prevents page scrolling while `locked`, for a menu, viewer or dialog above the page. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => (locked ? lock() : undefined), [locked])
}

export function useIsScrollLocked(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => lockCount > 0,
    () => false,
  )
}

// A count, because closing a dialog above the viewer must not unlock the page.
let lockCount = 0
const { subscribe, notify } = createListeners()

function lock(): () => void {
  const root = document.documentElement
  // Padding replaces the scrollbar; otherwise the page would become wider.
  const scrollbar = window.innerWidth - root.clientWidth
  if (lockCount === 0) {
    root.dataset.scrollLocked = ''
    root.style.setProperty('padding-right', `${scrollbar}px`)
    root.style.setProperty('--scrollbar', `${scrollbar}px`)
  }
  changeLockCount(+1)
  return () => {
    changeLockCount(-1)
    if (lockCount > 0) return
    delete root.dataset.scrollLocked
    root.style.removeProperty('padding-right')
    root.style.removeProperty('--scrollbar')
  }
}

function changeLockCount(change: number): void {
  lockCount += change
  notify()
}
