import { randomBytes } from 'node:crypto'
import type { ChangeEvent } from '#portfolio/change-events.ts'
import type { EventBus, Log } from '#portfolio/ports.ts'

/** Event bus within one process. A subscriber that throws is logged and does not affect the others. */
export function openInProcessEvents(log: Pick<Log, 'error'>): EventBus {
  const subscribers = new Set<(event: ChangeEvent, edition: string) => void>()
  // Events may be missed during a restart, so editions must not stay valid across restarts.
  const start = randomBytes(6).toString('hex')
  let count = 0
  const edition = () => `${start}.${count}`

  const deliver = (event: ChangeEvent) => {
    count += 1
    for (const receive of subscribers) {
      try {
        receive(event, edition())
      } catch (error) {
        log.error('a subscriber failed', { cause: String(error) })
      }
    }
  }

  return {
    edition,
    publish: (events) => events.forEach(deliver),
    subscribe(receive) {
      subscribers.add(receive)
      return () => subscribers.delete(receive)
    },
  }
}
