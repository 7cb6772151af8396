import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { prepareBase } from './site-fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The base: the data folder that each case copies. */
    faultBase: string
  }
}

/** Vitest global setup: prepares the base once for all files. Returns the function that removes it. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const base = await prepareBase()
  project.provide('faultBase', base)
  return () => rm(base, { recursive: true, force: true })
}
