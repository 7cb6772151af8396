import type { Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'

/** Inserts and deletes a row, because a lock could be taken even on a full disk. Throws what a command would throw. */
export async function probeWrite(db: Kysely<Tables>): Promise<void> {
  const now = new Date().toISOString()
  const row = { id: 'probe', identifier: 'probe', value: now, expiresAt: now, createdAt: now, updatedAt: now }
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('authVerification').values(row).execute()
    await tx.deleteFrom('authVerification').where('id', '=', 'probe').execute()
  })
}
