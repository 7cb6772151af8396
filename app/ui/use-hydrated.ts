import { useSyncExternalStore } from 'react'

/** Whether React has hydrated the page. Until then, controls are disabled, because clicks would have no effect. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

const subscribeToNothing = () => () => {}
