import { expiresBefore } from '#portfolio/bin/retention.ts'
import type { Ports } from '#portfolio/ports.ts'

/** Deletes rows that were removed `removedRetentionMs` ago. Photos of values expire like other photos. */
export async function expireStudioRows({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const before = expiresBefore(now())
  await db.deleteFrom('studioValues').where('deletedAt', '<', before).execute()
  await db.deleteFrom('studioLinks').where('deletedAt', '<', before).execute()
  await db.deleteFrom('sectors').where('deletedAt', '<', before).execute()
  await db.deleteFrom('oldAddresses').where('deletedAt', '<', before).execute()
}
