import type { EventBus, Log } from '#portfolio/ports.ts'

/** The interval for PostgreSQL, which also sends notifications; one of them may be lost. */
const readEveryMs = 500
/** The interval for SQLite: short, because `hasForeignChanges` takes only 3 µs. */
const checkEveryMs = 100

export interface ChangePolling {
  pollNow(): void
  stop(): void
}

/** Delivers changes within 0.5 s, or 0.1 s with `hasForeignChanges`. Logs the first of several failures in a row. */
export function pollChanges(
  events: EventBus,
  log: Pick<Log, 'warn'>,
  hasForeignChanges?: () => boolean,
  everyMs = hasForeignChanges ? checkEveryMs : readEveryMs,
): ChangePolling {
  // A change may have been committed before the first check.
  let mayHaveChanges = true
  let failed = false
  let stopped = false
  const poll = async () => {
    mayHaveChanges ||= hasForeignChanges?.() ?? true
    try {
      if (mayHaveChanges) await events.deliver('poll')
      failed = false
      mayHaveChanges = false
    } catch (error) {
      if (!failed) log.warn('changes of other processes could not be read', { cause: String(error) })
      failed = true
    }
    if (!stopped) timer.refresh()
  }
  const timer = setTimeout(() => void poll(), everyMs)
  timer.unref()
  return {
    pollNow() {
      if (stopped) return
      mayHaveChanges = true
      void poll()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
