import type { Ports } from '#portfolio/ports.ts'
import { versionRetentionMonths } from './history.ts'

/** Deletes versions of texts twelve months after the next one was saved; the newest of each text is kept. */
export async function expireVersions({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const before = now()
  before.setUTCMonth(before.getUTCMonth() - versionRetentionMonths)
  await db
    .deleteFrom('textVersions')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('textVersions as later')
          .select('later.version')
          .whereRef('later.textKey', '=', 'textVersions.textKey')
          .whereRef('later.version', '>', 'textVersions.version')
          .where('later.savedAt', '<', before.toISOString()),
      ),
    )
    .execute()
}
