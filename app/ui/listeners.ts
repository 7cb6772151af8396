/** Who wants to hear of a change: for `useSyncExternalStore`, which listens until it is told to leave. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(): void {
      for (const listener of listeners) listener()
    },
  }
}
