import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { BucketConfig } from '#server/storage/bucket-requests.ts'

/** Creates an empty bucket on the shared server. It disappears with the server. */
export async function newBucket(): Promise<BucketConfig> {
  const server = inject('objectStore')
  if (!server) throw new Error('the tests run without an object store')
  const { endpoint, credentials } = server
  const bucket = { name: `test-${randomUUID()}`, endpoint, region: 'us-east-1', pathStyle: true, credentials }
  const client = new S3Client({ endpoint, credentials, region: bucket.region, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket.name }))
  client.destroy()
  return bucket
}

/** The settings of a site whose files are in this bucket. */
export function settingsOf({ name, endpoint, credentials }: BucketConfig): Record<string, string> {
  return {
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint ?? '',
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  }
}
