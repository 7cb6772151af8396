import type { EventBus, Log } from '#portfolio/ports.ts'

/** For a database that does not tell whether it has changed. */
const readEveryMs = 500
/** `hasForeignChanges` takes 3 µs. */
const askEveryMs = 100

/**
 * Delivers the changes of other processes within half a second, or within a tenth of one if `hasForeignChanges` tells of
 * them. Logs a failure once until the next success.
 */
export function pollChanges(
  events: EventBus,
  log: Pick<Log, 'warn'>,
  hasForeignChanges?: () => boolean,
  everyMs = hasForeignChanges ? askEveryMs : readEveryMs,
): () => void {
  let failed = false
  const poll = async () => {
    try {
      if (failed || !hasForeignChanges || hasForeignChanges()) await events.deliver('poll')
      failed = false
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
