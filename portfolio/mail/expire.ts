import type { Ports } from '#portfolio/ports.ts'
import { mailRetentionDays } from './mail.ts'

/** Deletes mails that were sent or given up 30 days ago, or have waited for 30 days. Returns their number. */
export async function expireMails({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<number> {
  const before = now()
  before.setUTCDate(before.getUTCDate() - mailRetentionDays)
  const at = before.toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where((of) => of.or([of('endedAt', '<', at), of.and([of('endedAt', 'is', null), of('createdAt', '<', at)])]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
