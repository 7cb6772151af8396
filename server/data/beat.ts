import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Writes something and takes it back, down to the disk: a lock alone is also given by a database that is full. Throws
 * what a change would meet. The table is one that nothing here uses.
 */
export async function beat(db: Kysely<Tables>): Promise<void> {
  const now = new Date().toISOString()
  const row = { id: 'beat', identifier: 'beat', value: now, expiresAt: now, createdAt: now, updatedAt: now }
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('authVerification').values(row).execute()
    await tx.deleteFrom('authVerification').where('id', '=', 'beat').execute()
  })
}
