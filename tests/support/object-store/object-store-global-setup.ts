import type { TestProject } from 'vitest/node'
import { startObjectStore, type ObjectStore } from './object-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The S3-compatible server that all test files share; they create their own buckets. `undefined` if none runs. */
    objectStore: Pick<ObjectStore, 'endpoint' | 'credentials'> | undefined
  }
}

/** Vitest global setup: starts one server for the whole run. Returns the function that stops it. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const { endpoint, credentials, stop } = await startObjectStore()
  project.provide('objectStore', { endpoint, credentials })
  return stop
}
