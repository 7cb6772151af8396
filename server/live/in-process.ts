import { randomBytes } from 'node:crypto'
import type { Change } from '#portfolio/changes.ts'
import type { Channel } from '#portfolio/parts.ts'

/** Carries changes within this process. */
export function openChannel(): Channel {
  const listeners = new Set<(change: Change, edition: string) => void>()
  // A restart may have missed changes: nobody's edition outlives it.
  const start = randomBytes(6).toString('hex')
  let count = 0
  const edition = () => `${start}.${count}`

  return {
    edition,
    publish(changes) {
      for (const change of changes) {
        count += 1
        for (const listen of listeners) listen(change, edition())
      }
    },
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}
