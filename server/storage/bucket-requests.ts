import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { StoredFile } from '#portfolio/ports.ts'
import { BucketFailed } from './bucket-errors.ts'
import { errorCode } from './durable-write.ts'

/** Without an endpoint or credentials, the client uses those of AWS and of the machine. */
export interface BucketConfig {
  readonly name: string
  readonly endpoint: string | null
  readonly region: string
  /** Whether the name of the bucket is part of the path instead of the host. */
  readonly pathStyle: boolean
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

/** A local file, and the id that marks the object made from it. */
export interface Source {
  readonly path: string
  readonly bytes: number
  readonly md5: string
  readonly id: string
}

/** Requests to one bucket. Keys are not checked. Errors are `BucketFailed`. */
export type BucketRequests = ReturnType<typeof connectToBucket>

const connectTimeoutMs = 2_000
/** A connection without traffic is closed after this time, so that a request with its second attempt takes 10 s. */
const idleTimeoutMs = 5_000
const attempts = 2
const sourceId = 'source-id'

export function connectToBucket(config: BucketConfig) {
  const client = openClient(config)
  const object = (Key: string) => ({ Bucket: config.name, Key })
  const head = (key: string) => client.send(new HeadObjectCommand(object(key))).catch(missingObjectIsNull)

  const get = async (key: string) => {
    const found = await client.send(new GetObjectCommand(object(key))).catch(missingObjectIsNull)
    // In Node, the body is a `Readable`.
    return found && { ...describe(found), body: found.Body as unknown as Readable }
  }

  return {
    head: (key: string) => withBucketErrors(async () => describeIfFound(await head(key))),

    get: (key: string) => withBucketErrors(() => get(key)),

    /** Whether the key was free. If no response arrives, the request is repeated. */
    putIfFree: (key: string, source: Source) =>
      withBucketErrors(async () => {
        if (await putIfFree(client, object(key), source)) return true
        // An earlier attempt may have stored the file although its response was lost.
        return (await head(key))?.Metadata?.[sourceId] === source.id
      }),

    put: (key: string, bytes: Uint8Array) =>
      withBucketErrors(async () => {
        const md5 = createHash('md5').update(bytes).digest('base64')
        await client.send(new PutObjectCommand({ ...object(key), Body: bytes, ContentMD5: md5 }))
      }),

    /** Whether the object exists. */
    download: (key: string, path: string) =>
      withBucketErrors(async () => {
        const found = await get(key)
        if (found) await pipeline(found.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return found !== null
      }),

    copy: (from: string, to: string) =>
      withBucketErrors(async () => {
        const CopySource = [config.name, ...from.split('/')].map(encodeURIComponent).join('/')
        await client.send(new CopyObjectCommand({ ...object(to), CopySource }))
      }),

    delete: (key: string) =>
      withBucketErrors(async () => {
        await client.send(new DeleteObjectCommand(object(key)))
      }),

    async *list(prefix: string) {
      const pages = paginateListObjectsV2({ client }, { Bucket: config.name, Prefix: prefix })
      for (;;) {
        const { value, done } = await withBucketErrors(() => pages.next())
        if (done) return
        for (const { Key } of value.Contents ?? []) if (Key !== undefined) yield Key
      }
    },
  }
}

function openClient({ endpoint, region, pathStyle, credentials }: BucketConfig): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    // Otherwise the client prints a warning for each file, because it does not repeat their requests itself.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: idleTimeoutMs },
    // Not every S3-compatible server knows the checksums that the client would add; all know MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== null && { endpoint }),
    // Otherwise they come from the shared configuration files or the role of the machine.
    ...(credentials !== null && { credentials }),
  })
}

/** The client itself does not repeat a request whose body is a stream. `false` if the object exists. */
async function putIfFree(client: S3Client, object: { Bucket: string; Key: string }, source: Source): Promise<boolean> {
  const { path, bytes, md5, id } = source
  const upload = { ...object, ContentLength: bytes, ContentMD5: md5, IfNoneMatch: '*', Metadata: { [sourceId]: id } }
  for (let attempt = 1; ; attempt++) {
    const body = createReadStream(path)
    const reading = new AbortController()
    // Otherwise the error of a file that cannot be read would end the process.
    body.on('error', () => reading.abort())
    try {
      await client.send(new PutObjectCommand({ ...upload, Body: body }), { abortSignal: reading.signal })
      return true
    } catch (error) {
      if (statusOf(error) === 412) return false
      if (body.errored || attempt === attempts || !mayRepeat(error)) throw body.errored ?? error
    } finally {
      body.destroy()
    }
  }
}

/** Throws the error of a request or of the local file as the cause of a `BucketFailed`. */
async function withBucketErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isFull = error instanceof S3ServiceException && error.name === 'QuotaExceeded'
    throw new BucketFailed(error, {
      isFull: isFull || ['ENOSPC', 'EDQUOT'].includes(errorCode(error)),
      isTemporary: mayRepeat(error),
    })
  }
}

interface ObjectHeaders {
  readonly ContentLength?: number | undefined
  readonly LastModified?: Date | undefined
}

function describe({ ContentLength, LastModified }: ObjectHeaders): StoredFile {
  if (ContentLength === undefined || !LastModified) throw new Error('the bucket sent no size or no time of change')
  return { bytes: ContentLength, changedAt: LastModified }
}

function describeIfFound(found: ObjectHeaders | null): StoredFile | null {
  return found && describe(found)
}

/** A handler for `.catch`: `null` when the object does not exist. A missing bucket is an error. */
function missingObjectIsNull(error: unknown): null {
  if (statusOf(error) === 404 && !(error instanceof Error && error.name === 'NoSuchBucket')) return null
  throw error
}

/** 409: another request wrote the same key at that moment. 429: too many requests. */
function mayRepeat(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined || status >= 500 || status === 409 || status === 429
}

/** `undefined` if no response arrived. */
function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
