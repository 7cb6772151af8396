import type { Ports } from '#portfolio/ports.ts'
import { mailRetentionDays } from './mail.ts'

/** Deletes mails that were sent or given up 30 days ago. Returns their number. */
export async function expireMails({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<number> {
  const before = now()
  before.setUTCDate(before.getUTCDate() - mailRetentionDays)
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('endedAt', '<', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
