import type { UnitOfWork } from '#portfolio/transaction.ts'
import { clockFact, maxDriftMs } from './clock.ts'
import { readFact } from './fact.ts'

/**
 * The time from which something is kept that is sent or removed now, ISO 8601 in UTC. While the clock is behind, it is the
 * latest time known: otherwise it would be deleted too early once the clock is right.
 */
export async function retentionStart({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<string> {
  const clock = await readFact(tx, clockFact)
  if (!clock) return now
  const { pausedForMs, latest = '' } = clock.value
  // The next check will notice it.
  const isBehind = pausedForMs === 0 && clock.recordedAt.getTime() - Date.parse(now) > maxDriftMs
  const known = isBehind ? clock.recordedAt.toISOString() : latest
  return known > now ? known : now
}
