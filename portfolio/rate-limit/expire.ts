import type { Ports } from '#portfolio/ports.ts'
import { failuresResetAfterMs } from './rate-limit.ts'

/** Deletes counters whose window or delay has ended. */
export async function expireCounters({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - failuresResetAfterMs).toISOString()
  await db.deleteFrom('tallies').where('until', '<', before).execute()
}
