import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL that all test files share; each makes a database of its own in it. */
    postgresUrl: string
  }
}

/** Vitest's global set-up: one server for the whole run; what is returned ends it. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
