import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { copyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { startPostgres, type Postgres } from '#tests/support/postgres/postgres.ts'
import { TargetSite, type PreparedTarget } from './target-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database of the attacked sites. */
    attackedDatabase: 'SQLite' | 'PostgreSQL'
    preparedTarget: PreparedTarget
  }
}

/** Vitest's global setup. Returns the function that removes the prepared data. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const isPostgres = project.getProvidedContext().attackedDatabase === 'PostgreSQL'
  const postgres = isPostgres ? await startPostgres() : null
  const prepared = await TargetSite.prepare(postgres && (await createDatabase(postgres)))
  project.provide('preparedTarget', prepared)
  return async () => {
    await rm(prepared.dataDir, { recursive: true, force: true })
    await postgres?.stop()
  }
}

/** Creates a separate database, because a connection that copies databases is open to the server's default one. */
function createDatabase({ url }: Postgres): Promise<string> {
  return copyPostgresDatabase(new URL('/template1', url).href)
}
