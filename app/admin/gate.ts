import { createListeners } from '#app/ui/listeners.ts'

/** What can be held and let go: while it is held, nothing is sent. */
export type Gate = ReturnType<typeof createGate>

export function createGate() {
  let held = false
  const { listen, tell } = createListeners()
  return {
    held: () => held,
    listen,
    set(next: boolean): void {
      if (held === next) return
      held = next
      tell()
    },
    /** Waits until it is not held, or the signal says that nobody waits any more. */
    passed: (signal: AbortSignal) =>
      new Promise<void>((go) => {
        if (!held || signal.aborted) return go()
        const through = () => {
          if (held && !signal.aborted) return
          leave()
          signal.removeEventListener('abort', through)
          go()
        }
        const leave = listen(through)
        signal.addEventListener('abort', through)
      }),
  }
}

/** Lets so many works run at once; the others wait for their turn, in the order in which they came. */
export function takeTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
