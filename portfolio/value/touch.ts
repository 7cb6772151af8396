import { refused } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

export const valueNotFound = refused('unknown', 'This value is no longer there.')

/** Locks a value with a no-op update before its photo changes. `undefined` for a missing or removed value. */
export async function lockValue({ tx }: UnitOfWork, id: string): Promise<{ photoId: string | null } | undefined> {
  return tx
    .updateTable('studioValues')
    .set((eb) => ({ photoId: eb.ref('photoId') }))
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('photoId')
    .executeTakeFirst()
}
