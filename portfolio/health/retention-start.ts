import type { UnitOfWork } from '#portfolio/transaction.ts'
import { clockFact, maxDriftMs } from './clock.ts'
import { readFact } from './fact.ts'

/**
 * The start of the retention period of something sent or removed now (ISO 8601, UTC). While the clock is behind, this is
 * the latest known time: with the clock’s own time it would expire too early after the correction.
 */
export async function retentionStart({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<string> {
  const clock = await readFact(tx, clockFact)
  if (!clock) return now
  const { pausedForMs, latest = '' } = clock.value
  // The next clock check will start the pause.
  const isBehind = pausedForMs === 0 && clock.recordedAt.getTime() - Date.parse(now) > maxDriftMs
  const known = isBehind ? clock.recordedAt.toISOString() : latest
  return known > now ? known : now
}
