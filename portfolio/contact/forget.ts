import type { Parts } from '#portfolio/parts.ts'

/** How long a message is kept: what the privacy notice promises. */
const keptMonths = 12

/** Deletes messages that are older than twelve months; nothing of them is left. Says how many. */
export async function forgetOldMessages({ db, now }: Pick<Parts, 'db' | 'now'>): Promise<number> {
  const before = now()
  before.setUTCMonth(before.getUTCMonth() - keptMonths)
  const { numDeletedRows } = await db
    .deleteFrom('contactSubmissions')
    .where('createdAt', '<', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
