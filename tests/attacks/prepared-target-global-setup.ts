import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { TargetSite, type PreparedTarget } from './target-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    preparedTarget: PreparedTarget
  }
}

/** Vitest's global setup. Returns the function that removes the prepared data. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const prepared = await TargetSite.prepare()
  project.provide('preparedTarget', prepared)
  return () => rm(prepared.dataDir, { recursive: true, force: true })
}
