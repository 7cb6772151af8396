import { z } from 'zod'

/** The last nightly backup that succeeded, and the failure of a later one. Times are ISO 8601. */
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
