import { useSyncExternalStore } from 'react'
import { createListeners } from '#app/ui/listeners.ts'
import { phoneBreakpointPx } from '#app/ui/photo/sizes-attribute.ts'

const query = `(max-width: ${phoneBreakpointPx - 0.02}px)`
const { subscribe: subscribeToChanges, notify } = createListeners()
let watched: MediaQueryList | null = null
let focused: Element | null = null

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false)
}

/** The element that had focus when the window last became a phone’s width, or wider. */
export function focusBeforeResize(): Element | null {
  return focused
}

function subscribe(listener: () => void): () => void {
  // All components share one query: with one each, the first would move elements before the next reads the focus.
  if (!watched) {
    watched = window.matchMedia(query)
    watched.addEventListener('change', () => {
      focused = document.activeElement
      notify()
    })
  }
  return subscribeToChanges(listener)
}

function isPhone(): boolean {
  return window.matchMedia(query).matches
}
