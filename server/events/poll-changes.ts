import type { EventBus, Log } from '#portfolio/ports.ts'

/** The interval for PostgreSQL, which also sends notifications; one of them may be lost. */
const readEveryMs = 500
/** The interval for SQLite: short, because `hasForeignChanges` takes only 3 µs. */
const checkEveryMs = 100

export interface ChangePolling {
  /** Polls immediately. */
  pollNow(): void
  stop(): void
}

/**
 * Delivers the changes of other processes within half a second, or within a tenth of a second if `hasForeignChanges`
 * reports them. Logs only the first of several failures in a row.
 */
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
