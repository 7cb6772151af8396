import type { Result } from '#portfolio/result.ts'
import { createListeners } from '#app/ui/listeners.ts'

/**
 * Calls an action through one React Router fetcher, one call at a time and in order. A second concurrent request would
 * make the fetcher abort the first, whose promise would never settle.
 */
export function createActionCaller<T>() {
  const { subscribe, notify } = createListeners()
  const waiting: Call<T>[] = []
  let active: Call<T> | null = null
  let posted: Promise<unknown> = Promise.resolve()
  let lastData: unknown
  let isMounted = true

  const startNext = () => {
    active = waiting.shift() ?? null
    if (active) posted = active.post()
    notify()
  }
  // Only mounted components receive results. Queued calls are still posted, one at a time.
  const postUnmounted = () => {
    for (const { post } of waiting.splice(0)) posted = posted.then(post, post)
  }
  return {
    subscribe,
    isSubmitting: () => active !== null,
    /** Posts once all earlier calls have results. Resolves with the result of this call. */
    submit: (post: Call<T>['post']) =>
      new Promise<Result<T>>((resolve) => {
        waiting.push({ post, resolve })
        if (!isMounted) postUnmounted()
        else if (!active) startNext()
      }),
    /**
     * Takes the fetcher's state and data after each render. A call that succeeded resolves once the page has been
     * revalidated, so that code such as moving focus sees the new state. A refusal is not followed by revalidation and
     * resolves at once.
     */
    receive(state: 'idle' | 'loading' | 'submitting', data: unknown): void {
      if (data === undefined || data === lastData) return
      // Every action returns a Result (app/requests/responses.ts, app/requests/client-action.ts).
      const result = data as Result<T>
      if (result.ok && state !== 'idle') return
      lastData = data
      const settled = active
      startNext()
      settled?.resolve(result)
    },
    /** For use in an effect: returns the cleanup function. */
    mount(): () => void {
      isMounted = true
      return () => {
        isMounted = false
        postUnmounted()
      }
    },
  }
}

interface Call<T> {
  readonly post: () => Promise<unknown>
  readonly resolve: (result: Result<T>) => void
}
