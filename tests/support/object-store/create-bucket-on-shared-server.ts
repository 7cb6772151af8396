import { inject } from 'vitest'
import { createBucket, type TestBucket } from './create-bucket.ts'

/** Creates an empty bucket on the server that all test files share. It disappears with the server. */
export async function createBucketOnSharedServer(): Promise<TestBucket> {
  const server = inject('objectStore')
  if (!server) throw new Error('the tests run without an object store')
  return createBucket(server)
}
