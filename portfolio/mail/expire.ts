import type { Ports } from '#portfolio/ports.ts'
import { mailRetentionDays } from './mail.ts'

/** Deletes e-mails that were sent or given up 30 days ago, or have waited for 30 days. Returns their number. */
export async function expireEmails({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<number> {
  const before = now()
  before.setUTCDate(before.getUTCDate() - mailRetentionDays)
  const at = before.toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where((eb) => eb.or([eb('endedAt', '<', at), eb.and([eb('endedAt', 'is', null), eb('createdAt', '<', at)])]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
