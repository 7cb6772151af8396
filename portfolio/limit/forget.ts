import type { Parts } from '#portfolio/parts.ts'
import { forgivenAfterMs } from './limit.ts'

/** Deletes tallies that count for nothing any more. */
export async function forgetOldTallies({ db, now }: Pick<Parts, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - forgivenAfterMs).toISOString()
  await db.deleteFrom('tallies').where('until', '<', before).execute()
}
