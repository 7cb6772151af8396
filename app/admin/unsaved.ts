import { useEffect, useSyncExternalStore } from 'react'

// One page per browser window: what is not saved yet is counted here, because the router
// keeps only one blocker, and a page has several places that can hold something unsaved.
let holders = 0
const listeners = new Set<() => void>()

/** While `unsaved`, leaving the page asks first. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    tell(+1)
    return () => tell(-1)
  }, [unsaved])
}

/** Whether something on the page is not saved yet. */
export function isUnsaved(): boolean {
  return holders > 0
}

export function useIsUnsaved(): boolean {
  return useSyncExternalStore(listen, isUnsaved, () => false)
}

function tell(change: number): void {
  holders += change
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
