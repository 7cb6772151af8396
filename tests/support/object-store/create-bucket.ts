import { randomUUID } from 'node:crypto'
import { CopyObjectCommand, CreateBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import type { BucketConfig } from '#server/storage/bucket-requests.ts'
import type { ObjectStore } from './object-store.ts'

/** A bucket of a test server, as the site connects to it. */
export interface TestBucket extends Pick<ObjectStore, 'endpoint' | 'credentials'> {
  readonly name: string
  readonly region: string
  readonly pathStyle: boolean
}

export async function createBucket({ endpoint, credentials }: Pick<ObjectStore, 'endpoint' | 'credentials'>) {
  const bucket = { name: `test-${randomUUID()}`, endpoint, region: 'us-east-1', pathStyle: true, credentials }
  await withClient(bucket, (client) => client.send(new CreateBucketCommand({ Bucket: bucket.name })))
  return bucket
}

/** Creates a bucket with the same objects. */
export async function copyBucket(from: TestBucket): Promise<TestBucket> {
  const to = await createBucket(from)
  await withClient(from, async (client) => {
    for (const { key } of await listObjects(client, from.name)) {
      const source = [from.name, ...key.split('/')].map(encodeURIComponent).join('/')
      await client.send(new CopyObjectCommand({ Bucket: to.name, Key: key, CopySource: source }))
    }
  })
  return to
}

export interface StoredObject {
  readonly key: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly changedAt: number
}

export function readObjects(bucket: TestBucket): Promise<StoredObject[]> {
  return withClient(bucket, (client) => listObjects(client, bucket.name))
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

async function listObjects(client: S3Client, name: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name }))
    for (const { Key = '', Size = 0, LastModified } of Contents)
      objects.push({ key: Key, bytes: Size, changedAt: LastModified?.getTime() ?? 0 })
  return objects
}

async function withClient<T>(
  { endpoint, credentials, region }: Omit<TestBucket, 'name'>,
  work: (client: S3Client) => Promise<T>,
): Promise<T> {
  const client = new S3Client({ endpoint, credentials, region, forcePathStyle: true })
  return work(client).finally(() => client.destroy())
}
