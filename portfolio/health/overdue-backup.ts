import { z } from 'zod'
import type { Ports } from '#portfolio/ports.ts'
import { readFact } from './fact.ts'

/** A last backup older than this needs attention. Without a backup, so does a site whose oldest project is this old. */
const maxBackupAgeMs = 48 * 60 * 60_000

/** The last successful nightly backup, and the failure of a later one. Times are ISO 8601. */
export const backupFact = {
  key: 'backup',
  schema: z.object({
    succeededAt: z.string().nullable(),
    folder: z.string().nullable(),
    sameDisk: z.boolean(),
    databaseIncluded: z.boolean(),
    /** The number of files that were missing or damaged in the data folder. */
    missing: z.number(),
    failure: z.object({ at: z.string(), message: z.string() }).nullable(),
  }),
}

export type BackupFact = z.infer<typeof backupFact.schema>

export interface BackupState {
  readonly last: BackupFact | null
  readonly isOverdue: boolean
}

export async function assessBackup(
  db: Ports['db'],
  now: Date,
): Promise<BackupState & { readonly needsAttention: boolean }> {
  const last = (await readFact(db, backupFact))?.value ?? null
  const since = last?.succeededAt ?? (await readFirstCreation(db))
  const isOverdue = since !== null && now.getTime() - Date.parse(since) > maxBackupAgeMs
  // A backup on the same disk is reported but needs no attention, because it is the default.
  const isIncomplete = last !== null && (last.missing > 0 || last.failure !== null)
  return { last, isOverdue, needsAttention: isOverdue || isIncomplete }
}

/** When the oldest project was created: before that there is nothing to back up. */
async function readFirstCreation(db: Ports['db']): Promise<string | null> {
  const oldest = await db.selectFrom('projects').select('createdAt').orderBy('createdAt').executeTakeFirst()
  return oldest?.createdAt ?? null
}
