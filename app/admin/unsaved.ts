import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '#app/ui/listeners.ts'

// One page per browser window: what is not saved yet is counted here, because the router
// keeps only one blocker, and a page has several places that can hold something unsaved.
let holders = 0
const { listen, tell } = createListeners()

/** While `unsaved`, leaving the page asks first. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    hold(+1)
    return () => hold(-1)
  }, [unsaved])
}

/** Whether something on the page is not saved yet. */
export function isUnsaved(): boolean {
  return holders > 0
}

export function useIsUnsaved(): boolean {
  return useSyncExternalStore(listen, isUnsaved, () => false)
}

function hold(change: number): void {
  holders += change
  tell()
}
