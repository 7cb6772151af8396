import type { UnitOfWork } from '#portfolio/transaction.ts'
import { clockFact, maxDriftMs } from './clock.ts'
import { readFact } from './fact.ts'

/** The later of now and the last trusted time (ISO 8601): a clock that is behind must not shorten retention. */
export async function retentionStart({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<string> {
  const clock = await readFact(tx, clockFact)
  if (!clock) return now
  const { pausedForMs, latest = '' } = clock.value
  // The next clock check will start the pause.
  const isBehind = pausedForMs === 0 && clock.recordedAt.getTime() - Date.parse(now) > maxDriftMs
  const trusted = isBehind ? clock.recordedAt.toISOString() : latest
  return trusted > now ? trusted : now
}
