import type { EventBus, Log } from '#portfolio/ports.ts'

/** The interval for a database that cannot report whether it has changed. */
const readEveryMs = 500
/** Short, because `hasForeignChanges` takes only 3 µs. */
const checkEveryMs = 100

/**
 * Delivers the changes of other processes within half a second, or within a tenth of a second if `hasForeignChanges`
 * reports them. Logs only the first of several failures in a row.
 */
export function pollChanges(
  events: EventBus,
  log: Pick<Log, 'warn'>,
  hasForeignChanges?: () => boolean,
  everyMs = hasForeignChanges ? checkEveryMs : readEveryMs,
): () => void {
  // A change may have been committed before the first check.
  let mayHaveChanges = true
  let failed = false
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
    timer.refresh()
  }
  const timer = setTimeout(() => void poll(), everyMs)
  timer.unref()
  return () => clearTimeout(timer)
}
