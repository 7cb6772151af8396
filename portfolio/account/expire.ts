import type { Ports } from '#portfolio/ports.ts'
import { expiredOneTimeLinkRetentionMs } from '#portfolio/one-time-link/link-lifetimes.ts'
import { sessionLifetime } from './session-lifetime.ts'

/** Deletes sessions that are past their lifetime or were idle for too long. Returns their number. */
export async function expireSessions({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<number> {
  const idleSince = new Date(now().getTime() - sessionLifetime.idleMs).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('authSession')
    .where((of) => of.or([of('expiresAt', '<', now().toISOString()), of('updatedAt', '<', idleSince)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes one-time links a week after they have expired. An accepted invitation is kept as long as its account. */
export async function expireLinks({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('oneTimeLinks')
    .where('expiresAt', '<', new Date(now().getTime() - expiredOneTimeLinkRetentionMs).toISOString())
    .where((of) => of.or([of('purpose', '!=', 'invitation'), of('usedAt', 'is', null)]))
    .execute()
}
