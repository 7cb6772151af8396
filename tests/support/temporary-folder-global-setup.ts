import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { temporaryRoot } from './temporary-root.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The parent of all temporary folders of the run. */
    temporaryFolder: string
  }
}

/** Vitest global setup: creates a folder for the whole run. Returns the function that removes it. */
export default async function create(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(temporaryRoot(), 'enfilade-unit-'))
  // Some tests run programs as another user.
  await chmod(folder, 0o755)
  project.provide('temporaryFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
