import type { Ports } from '#portfolio/ports.ts'

/** The period that the privacy notice states. */
const retentionMonths = 12

/** Deletes messages older than twelve months. Returns their number. */
export async function expireMessages({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<number> {
  const before = now()
  before.setUTCMonth(before.getUTCMonth() - retentionMonths)
  const { numDeletedRows } = await db
    .deleteFrom('contactSubmissions')
    .where('createdAt', '<', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
