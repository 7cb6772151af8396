import { describe } from 'vitest'
import { join } from 'node:path'
import { openBucket } from '#server/storage/bucket.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { testFileStore } from '#tests/support/file-store-contract.ts'
import { newBucket } from '#tests/support/object-store/new-bucket.ts'

describe('a bucket', () =>
  testFileStore(async () => openBucket(await newBucket(), join(await temporaryFolder(), 'copies')).files))
