import type { Ports } from '#portfolio/ports.ts'
import { sessionLifetime } from './session-lifetime.ts'

/** Deletes expired and idle sessions. Returns their number. */
export async function expireSessions({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<number> {
  const idleSince = new Date(now().getTime() - sessionLifetime.user.idleMs).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('authSession')
    .where((of) => of.or([of('expiresAt', '<', now().toISOString()), of('updatedAt', '<', idleSince)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
