import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** While `held`, the page behind does not scroll (a menu, a viewer or a question lies over it). */
export function useHeldPage(held: boolean): void {
  useEffect(() => (held ? hold() : undefined), [held])
}

/** Whether something lies over the page. */
export function useIsHeld(): boolean {
  return useSyncExternalStore(
    listen,
    () => holders > 0,
    () => false,
  )
}

// One page per browser window: what lies over it is counted here, so that
// a question over a viewer does not let go of the page when only the question closes.
let holders = 0
const { listen, tell } = createListeners()

function hold(): () => void {
  const root = document.documentElement
  // Without its scrollbar the page would become wider and jump.
  const scrollbar = window.innerWidth - root.clientWidth
  if (holders === 0) {
    root.dataset.held = ''
    root.style.setProperty('padding-right', `${scrollbar}px`)
    root.style.setProperty('--scrollbar', `${scrollbar}px`)
  }
  count(+1)
  return () => {
    count(-1)
    if (holders > 0) return
    delete root.dataset.held
    root.style.removeProperty('padding-right')
    root.style.removeProperty('--scrollbar')
  }
}

function count(change: number): void {
  holders += change
  tell()
}
