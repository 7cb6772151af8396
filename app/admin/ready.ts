import { useSyncExternalStore } from 'react'

/**
 * Whether the page listens already. What came from the server is seen before it can be used:
 * until then a tool says that it is not ready, or a quick click would be lost without a trace.
 */
export function useReady(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}
