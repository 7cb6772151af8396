import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { createBucket } from '#tests/support/object-store/create-bucket.ts'
import { startObjectStore } from '#tests/support/object-store/object-store.ts'
import { copyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { startPostgres, type Postgres } from '#tests/support/postgres/postgres.ts'
import { TargetSite, type PreparedTarget } from './target-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the attacked sites store rows and files. Without ‘a bucket’, the files are in a folder. */
    attackedStores: 'SQLite' | 'PostgreSQL' | 'PostgreSQL and a bucket'
    preparedTarget: PreparedTarget
  }
}

/** Vitest's global setup. Returns the function that removes the prepared data. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const { attackedStores } = project.getProvidedContext()
  const postgres = attackedStores === 'SQLite' ? null : await startPostgres()
  const objectStore = attackedStores === 'PostgreSQL and a bucket' ? await startObjectStore() : null
  const databaseUrl = postgres && (await createDatabase(postgres))
  const prepared = await TargetSite.prepare({ databaseUrl, bucket: objectStore && (await createBucket(objectStore)) })
  project.provide('preparedTarget', prepared)
  return async () => {
    await rm(prepared.dataDir, { recursive: true, force: true })
    await objectStore?.stop()
    await postgres?.stop()
  }
}

/** Creates a separate database: the server's default one cannot be copied, because the copying connection uses it. */
function createDatabase({ url }: Postgres): Promise<string> {
  return copyPostgresDatabase(new URL('/template1', url).href)
}
