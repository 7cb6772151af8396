import type { Ports } from '#portfolio/ports.ts'
import { failuresResetAfterMs } from './rate-limit.ts'

/** Deletes counters `failuresResetAfterMs` after their window or delay, because wrong passwords count until then. */
export async function expireCounters({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - failuresResetAfterMs).toISOString()
  await db.deleteFrom('tallies').where('until', '<', before).execute()
}
