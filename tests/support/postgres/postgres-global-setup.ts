import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres/postgres.ts'
import { testLimits } from './postgres-database.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server that all test files share; they create their own databases on it. */
    postgresUrl: string
    /** The name of a migrated database on that server. Copying it is ten times faster than migrating. */
    postgresTemplate: string
  }
}

const template = 'migrated'

/** Vitest global setup: starts one server for the whole run. Returns the function that stops it. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresTemplate', template)
  await createTemplate(postgres.url)
  return () => postgres.stop()
}

async function createTemplate(serverUrl: string): Promise<void> {
  const server = openPostgres(serverUrl, testLimits)
  await sql.raw(`create database ${template}`).execute(server)
  await server.destroy()
  const database = openPostgres(new URL(`/${template}`, serverUrl).href, testLimits)
  await migrate(database)
  // PostgreSQL does not copy a database with open connections.
  await database.destroy()
}
