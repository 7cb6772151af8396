import { useSyncExternalStore } from 'react'
import { createListeners } from '#app/ui/listeners.ts'

// The page loads that `retrying-fetch.ts` has retried for more than 10 s.
let lostLoads = 0
const { subscribe, notify } = createListeners()

export function addLostLoads(change: number): void {
  lostLoads += change
  notify()
}

/** Whether a page has been loading for more than 10 s. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => lostLoads > 0,
    () => false,
  )
}
