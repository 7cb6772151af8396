import { maxStoredChanges, type StoredChange } from '#portfolio/change-events.ts'
import type { DeliveredChange, EventBus, Log } from '#portfolio/ports.ts'

/** The stored changes of all processes, which have consecutive numbers within a history. */
export interface StoredChanges {
  readCounter(): Promise<{ readonly history: string; readonly number: number }>
  readAfter(number: number): Promise<readonly StoredChange[]>
}

/** Opens an event bus for the changes of all processes. A subscriber that throws is logged and does not affect others. */
export async function openEventBus(stored: StoredChanges, log: Pick<Log, 'error'>): Promise<EventBus> {
  const subscribers = new Set<(change: DeliveredChange) => void>()
  const { history, number: last } = await stored.readCounter()
  const recent = [...(await stored.readAfter(0))].filter(({ number }) => number <= last)
  let delivered = last
  let reading = Promise.resolve()
  let waiting: Promise<void> | undefined

  const withEdition = ({ number, event }: StoredChange) => ({ event, edition: `${history}.${number}` })
  const notify = (change: DeliveredChange) => {
    for (const receive of subscribers) {
      try {
        receive(change)
      } catch (error) {
        log.error('a subscriber failed', { cause: String(error) })
      }
    }
  }
  const deliverAll = async () => {
    waiting = undefined
    for (const change of await stored.readAfter(delivered)) {
      delivered = change.number
      recent.push(change)
      notify(withEdition(change))
    }
    recent.splice(0, recent.length - maxStoredChanges)
  }

  return {
    // A read that has already begun may miss the latest commit, so all callers in the meantime share the next read.
    async deliver(cause = 'commit') {
      if (!waiting) {
        waiting = reading.then(deliverAll)
        reading = waiting.catch(() => {})
      }
      try {
        await waiting
      } catch (error) {
        if (cause === 'commit') notify(withEdition({ number: delivered, event: { about: 'studio' } }))
        throw error
      }
    },
    subscribe(receive) {
      subscribers.add(receive)
      return () => subscribers.delete(receive)
    },
    edition: () => `${history}.${delivered}`,
    changesSince(edition) {
      const [from, text = ''] = edition.split('.')
      const number = Number(text)
      const first = recent[0]?.number ?? delivered + 1
      const known = from === history && /^\d{1,15}$/.test(text) && number >= first - 1 && number <= delivered
      return known ? recent.filter((change) => change.number > number).map(withEdition) : null
    },
  }
}
