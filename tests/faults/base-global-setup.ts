import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { createBaseDataFolder } from './site-fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The base data folder, which each case copies. */
    faultBase: string
  }
}

/** Vitest global setup: creates the base data folder once for all files. Returns the function that removes it. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const base = await createBaseDataFolder()
  project.provide('faultBase', base)
  return () => rm(base, { recursive: true, force: true })
}
