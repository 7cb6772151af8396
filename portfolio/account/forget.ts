import type { Parts } from '#portfolio/parts.ts'

/** Deletes the sessions that have ended by themselves: nobody comes back to them. Says how many. */
export async function forgetEndedSessions({ db, now }: Pick<Parts, 'db' | 'now'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('authSession')
    .where('expiresAt', '<', now().toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
