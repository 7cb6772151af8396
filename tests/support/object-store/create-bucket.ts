import { randomUUID } from 'node:crypto'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import type { BucketConfig } from '#server/storage/bucket-requests.ts'
import type { ObjectStore } from './object-store.ts'

/** A bucket of a test server, as the site connects to it. */
export interface TestBucket extends Pick<ObjectStore, 'endpoint' | 'credentials'> {
  readonly name: string
  readonly region: string
  readonly pathStyle: boolean
}

/** Creates an empty bucket with a random name. */
export async function createBucket({ endpoint, credentials }: Pick<ObjectStore, 'endpoint' | 'credentials'>) {
  const bucket = { name: `test-${randomUUID()}`, endpoint, region: 'us-east-1', pathStyle: true, credentials }
  await withClient(bucket, (client) => client.send(new CreateBucketCommand({ Bucket: bucket.name })))
  return bucket
}

/** Creates a bucket with the same objects. */
export async function copyBucket(from: TestBucket): Promise<TestBucket> {
  const to = await createBucket(from)
  await copyObjects(from, to)
  return to
}

/** Makes `to` equal to `from`. Objects with the same key and hash are not copied again. */
export async function copyObjects(from: TestBucket, to: TestBucket): Promise<void> {
  await withClient(from, async (client) => {
    const wanted = await listObjects(client, from.name)
    const present = new Map((await listObjects(client, to.name)).map(({ key, etag }) => [key, etag]))
    for (const { key, etag } of wanted) {
      if (present.get(key) !== etag) {
        const source = [from.name, ...key.split('/')].map(encodeURIComponent).join('/')
        await client.send(new CopyObjectCommand({ Bucket: to.name, Key: key, CopySource: source }))
      }
      present.delete(key)
    }
    for (const key of present.keys()) await client.send(new DeleteObjectCommand({ Bucket: to.name, Key: key }))
  })
}

/** Deletes the objects of a bucket, but not the bucket, which may contain parts of unfinished uploads. */
export async function emptyBucket(bucket: TestBucket): Promise<void> {
  await withClient(bucket, async (client) => {
    const objects = await listObjects(client, bucket.name)
    for (const { key } of objects) await client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: key }))
  })
}

export interface StoredObject {
  readonly key: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly changedAt: number
  /** Depends on the bytes: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html */
  readonly etag: string
}

export function readObjects(bucket: TestBucket): Promise<StoredObject[]> {
  return withClient(bucket, (client) => listObjects(client, bucket.name))
}

export function readObject(bucket: TestBucket, key: string): Promise<Buffer> {
  return withClient(bucket, async (client) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key }))
    return Buffer.from((await Body?.transformToByteArray()) ?? [])
  })
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
    for (const { Key = '', Size = 0, LastModified, ETag = '' } of Contents)
      objects.push({ key: Key, bytes: Size, changedAt: LastModified?.getTime() ?? 0, etag: ETag })
  return objects
}

async function withClient<T>(
  { endpoint, credentials, region }: Omit<TestBucket, 'name'>,
  work: (client: S3Client) => Promise<T>,
): Promise<T> {
  const client = new S3Client({ endpoint, credentials, region, forcePathStyle: true })
  return work(client).finally(() => client.destroy())
}
