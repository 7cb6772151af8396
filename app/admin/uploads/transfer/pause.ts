import { createListeners } from '#app/ui/listeners.ts'

/** The pause state of a queue. While paused, its uploads send nothing. */
export type Pause = ReturnType<typeof createPause>

export function createPause() {
  let paused = false
  const { subscribe, notify } = createListeners()
  return {
    isPaused: () => paused,
    subscribe,
    setPaused(next: boolean): void {
      if (paused === next) return
      paused = next
      notify()
    },
    /** Resolves when not paused, or when the signal aborts. */
    whenResumed: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (!paused || signal.aborted) return resolve()
        const check = () => {
          if (paused && !signal.aborted) return
          unsubscribe()
          signal.removeEventListener('abort', check)
          resolve()
        }
        const unsubscribe = subscribe(check)
        signal.addEventListener('abort', check)
      }),
  }
}
