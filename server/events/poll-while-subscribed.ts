import type { EventBus, Log } from '#portfolio/ports.ts'

/**
 * The same event bus, which calls `poll` at once for the first subscriber and then at intervals while someone is
 * subscribed. A failure is logged once until `poll` succeeds again.
 */
export function pollWhileSubscribed(
  events: EventBus,
  poll: () => Promise<void>,
  log: Pick<Log, 'warn'>,
  everyMs = 500,
): EventBus {
  let timer: ReturnType<typeof setTimeout> | undefined
  let count = 0
  let failed = false
  const run = async () => {
    try {
      await poll()
      failed = false
    } catch (error) {
      if (!failed) log.warn('changes of other processes could not be read', { cause: String(error) })
      failed = true
    }
    // The last subscriber may have left, and another one come, during the poll.
    clearTimeout(timer)
    timer = count > 0 ? setTimeout(() => void run(), everyMs) : undefined
  }
  return {
    ...events,
    subscribe(listener) {
      const unsubscribe = events.subscribe(listener)
      let subscribed = true
      count += 1
      if (count === 1) void run()
      return () => {
        unsubscribe()
        if (subscribed) count -= 1
        subscribed = false
        if (count === 0) clearTimeout(timer)
      }
    },
  }
}
