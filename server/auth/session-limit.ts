import type { Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'

const maxSessionsPerUser = 20

/** Ends the oldest sessions of this user, so that at most 20 remain, including the one with `newToken`. */
export async function endOldestSessions(db: Kysely<Tables>, userId: string, newToken: string): Promise<void> {
  await db
    .deleteFrom('authSession')
    .where('userId', '=', userId)
    .where('token', '<>', newToken)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('authSession as kept')
        .select('kept.id')
        .where('kept.userId', '=', userId)
        // The new session may have an earlier time than the others if the clock was set back.
        .where('kept.token', '<>', newToken)
        .orderBy('kept.createdAt', 'desc')
        .limit(maxSessionsPerUser - 1),
    )
    .execute()
}
