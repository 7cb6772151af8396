import type { Parts } from '#portfolio/parts.ts'
import { sessionLimits } from './account.ts'

/** Deletes the sessions that have ended by themselves: nobody comes back to them. Says how many. */
export async function forgetEndedSessions({ db, now }: Pick<Parts, 'db' | 'now'>): Promise<number> {
  const idleSince = new Date(now().getTime() - sessionLimits.visitor.idleMs).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('authSession')
    .where((of) => of.or([of('expiresAt', '<', now().toISOString()), of('updatedAt', '<', idleSince)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
