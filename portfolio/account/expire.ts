import type { Ports } from '#portfolio/ports.ts'
import { expiredOneTimeLinkRetentionMs } from '#portfolio/one-time-link/link-lifetimes.ts'
import { sessionLifetime } from './session-lifetime.ts'

export async function expireSessions({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<number> {
  const idleSince = new Date(now().getTime() - sessionLifetime.idleMs).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('authSession')
    .where((eb) => eb.or([eb('expiresAt', '<', now().toISOString()), eb('updatedAt', '<', idleSince)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes one-time links a week after they have expired. An accepted invitation is kept as long as its account. */
export async function expireLinks({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('oneTimeLinks')
    .where('expiresAt', '<', new Date(now().getTime() - expiredOneTimeLinkRetentionMs).toISOString())
    .where((eb) => eb.or([eb('purpose', '!=', 'invitation'), eb('usedAt', 'is', null)]))
    .execute()
}
