import {
  copyBucket,
  createBucket,
  emptyBucket,
  settingsOf,
  type TestBucket,
} from '#tests/support/object-store/create-bucket.ts'
import {
  copyPostgresDatabase,
  createPostgresDatabase,
  dropPostgresDatabase,
} from '#tests/support/postgres/postgres-database.ts'

/** Where a site has its rows and files. */
export interface SiteStores {
  /** The URL of its PostgreSQL database; `null` if its database is the SQLite file in the data folder. */
  readonly databaseUrl: string | null
  /** `null` if its files are in the data folder. */
  readonly bucket: TestBucket | null
}

/** No connection may be open to the database that is copied. */
export async function copyStores({ databaseUrl, bucket }: SiteStores): Promise<SiteStores> {
  return {
    databaseUrl: databaseUrl && (await copyPostgresDatabase(databaseUrl)),
    bucket: bucket && (await copyBucket(bucket)),
  }
}

/** Creates empty stores on the same servers. */
export async function createStores({ databaseUrl, bucket }: SiteStores): Promise<SiteStores> {
  return {
    databaseUrl: databaseUrl && (await createPostgresDatabase(databaseUrl)),
    bucket: bucket && (await createBucket(bucket)),
  }
}

/** Drops a database and empties a bucket, neither of which a site uses any more. */
export async function deleteStores({ databaseUrl, bucket }: SiteStores): Promise<void> {
  if (databaseUrl) await dropPostgresDatabase(databaseUrl)
  if (bucket) await emptyBucket(bucket)
}

export function settingsOfStores({ databaseUrl, bucket }: SiteStores): Record<string, string> {
  return { ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...(bucket && settingsOf(bucket)) }
}
