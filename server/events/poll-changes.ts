import type { EventBus, Log } from '#portfolio/ports.ts'

/** Delivers the changes of other processes within half a second. Logs a failure once until the next success. */
export function pollChanges(events: EventBus, log: Pick<Log, 'warn'>, everyMs = 500): () => void {
  let failed = false
  const poll = async () => {
    try {
      await events.deliver('poll')
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
