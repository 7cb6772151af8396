import type { Ports } from '#portfolio/ports.ts'
import { deletedRetentionDays } from './inbox.ts'
import { messageRetentionMonths } from './message.ts'

/** Deletes messages older than twelve months, and those that an admin deleted 30 days ago. Returns their number. */
export async function expireMessages({ db, events, now }: Pick<Ports, 'db' | 'events' | 'now'>): Promise<number> {
  const before = now()
  before.setUTCMonth(before.getUTCMonth() - messageRetentionMonths)
  const deletedBefore = now()
  deletedBefore.setUTCDate(deletedBefore.getUTCDate() - deletedRetentionDays)
  const { numDeletedRows } = await db
    .deleteFrom('contactSubmissions')
    .where((of) =>
      of.or([of('createdAt', '<', before.toISOString()), of('deletedAt', '<', deletedBefore.toISOString())]),
    )
    .executeTakeFirst()
  if (numDeletedRows > 0n) events.publish([{ about: 'inbox' }])
  return Number(numDeletedRows)
}
