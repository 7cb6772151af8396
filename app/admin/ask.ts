import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Outcome } from '#portfolio/outcome.ts'

/** What a wish is made of: the fields of the form that the action reads. */
export type Wish = Readonly<Record<string, string>> | FormData

/**
 * Sends wishes to an action, one at a time, and waits for the answer. A wish that was granted is answered
 * once the page has read itself again: what comes next (where the focus goes) sees the new state.
 */
export function useAsk<T = null>(action: string) {
  const { state, data, submit } = useFetcher()
  const [asking, setAsking] = useState(false)
  const waiting = useRef<((outcome: Outcome<T>) => void) | null>(null)
  const seen = useRef<unknown>(undefined)

  useEffect(() => {
    // Every action of the site answers with an Outcome (app/answer.ts, app/offline.ts).
    const outcome = data as Outcome<T> | undefined
    if (!outcome || outcome === seen.current) return
    // A refusal is told at once: while the line is cut, the page cannot read itself again.
    if (outcome.ok && state !== 'idle') return
    seen.current = outcome
    setAsking(false)
    waiting.current?.(outcome)
    waiting.current = null
  }, [state, data])

  const ask = useCallback(
    (wish: Wish) =>
      new Promise<Outcome<T>>((resolve) => {
        waiting.current = resolve
        setAsking(true)
        void submit(wish, { method: 'post', action })
      }),
    [submit, action],
  )
  return { ask, asking }
}
