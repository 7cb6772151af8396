import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '#app/ui/listeners.ts'

// One count for the whole page: several components can have unsaved changes, but the router allows only one blocker.
let unsavedCount = 0
let keepsPage = false
const { subscribe, notify } = createListeners()

/** While `unsaved`, leaving the page asks for confirmation. */
export function useUnsavedChanges(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    addToCount(+1)
    return () => addToCount(-1)
  }, [unsaved])
}

export function hasUnsavedChanges(): boolean {
  return unsavedCount > 0
}

/** Runs a navigation that keeps the page and everything on it, and so needs no confirmation. */
export function navigateKeepingPage(navigate: () => void): void {
  keepsPage = true
  navigate()
  keepsPage = false
}

export function wouldLoseChanges(): boolean {
  return hasUnsavedChanges() && !keepsPage
}

export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedChanges, () => false)
}

function addToCount(change: number): void {
  unsavedCount += change
  notify()
}
