import type { Ports } from '#portfolio/ports.ts'
import { expiredLinkRetentionMs } from './private-link.ts'

/** Deletes private links `expiredLinkRetentionMs` after they have expired. */
export async function expirePrivateLinks({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - expiredLinkRetentionMs).toISOString()
  await db.deleteFrom('privateLinks').where('expiresAt', '<', before).execute()
}
