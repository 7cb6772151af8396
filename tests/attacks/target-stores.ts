import { copyBucket, settingsOf, type TestBucket } from '#tests/support/object-store/create-bucket.ts'
import { copyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

/** Where a site has its rows and files. */
export interface TargetStores {
  /** The URL of its PostgreSQL database; `null` if its database is the SQLite file in the data folder. */
  readonly databaseUrl: string | null
  /** `null` if its files are in the data folder. */
  readonly bucket: TestBucket | null
}

export async function copyStores({ databaseUrl, bucket }: TargetStores): Promise<TargetStores> {
  return {
    databaseUrl: databaseUrl && (await copyPostgresDatabase(databaseUrl)),
    bucket: bucket && (await copyBucket(bucket)),
  }
}

export function settingsFor({ databaseUrl, bucket }: TargetStores): Record<string, string> {
  return { SAMPLES: 'off', ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...(bucket && settingsOf(bucket)) }
}
