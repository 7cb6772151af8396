import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { findNextPublication, publishScheduled } from '#portfolio/schedule/publish.ts'
import type { Ports } from '#portfolio/ports.ts'

export interface Publishing {
  /** Publishes due drafts. Sets a timer for the next one if it is due within `maxTimerMs`: call `wake` that often. */
  wake(): void
  /** Resolves after the last call of `wake` has been handled. */
  idle(): Promise<void>
  stop(): void
}

/** Publishes drafts when they are due. `readTime` resolves with the time, or `null` while publishing is paused. */
export function openPublishing(
  ports: Ports,
  { readTime, maxTimerMs }: { readonly readTime: () => Promise<Date | null>; readonly maxTimerMs: number },
  onFailure: (error: unknown) => void,
): Publishing {
  const { run } = limitConcurrency(1)
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  let stopped = false

  const publishDue = async () => {
    if (stopped) return
    const now = ports.now()
    let next = await findNextPublication(ports)
    if (next !== null && next <= now.toISOString()) {
      const time = await readTime()
      if (time) await publishScheduled(ports, time)
      next = await findNextPublication(ports, now.toISOString())
    }
    clearTimeout(timer)
    const remainingMs = next === null ? Infinity : Date.parse(next) - now.getTime()
    if (remainingMs <= maxTimerMs && !stopped) timer = setTimeout(wake, remainingMs)
  }
  const wake = () => {
    last = run(publishDue).catch(onFailure)
  }
  return {
    wake,
    idle: () => last,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
