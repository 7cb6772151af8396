import { useSyncExternalStore } from 'react'
import { createListeners } from '#app/ui/listeners.ts'

/** When a page has been loading for this long, a message says that the site cannot be reached. */
export const connectionLostAfterMs = 10_000

/** The number of page loads that have been retried for longer than `connectionLostAfterMs`. */
let lostLoads = 0
const { subscribe, notify } = createListeners()

/** Changes the number of lost loads by +1 or -1. */
export function addLostLoads(change: number): void {
  lostLoads += change
  notify()
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => lostLoads > 0,
    () => false,
  )
}
