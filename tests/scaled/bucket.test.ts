import { describe } from 'vitest'
import { join } from 'node:path'
import { openBucket } from '#server/storage/bucket.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { testFileStore } from '#tests/support/file-store-contract.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'

describe('a bucket', () =>
  testFileStore(
    async () => openBucket(await createBucketOnSharedServer(), join(await temporaryFolder(), 'copies')).files,
  ))
