import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { StoredFile } from '#portfolio/ports.ts'
import { isTemporaryFailure, nullIfObjectMissing, statusOf, withBucketErrors } from './bucket-failures.ts'

/** If `endpoint` is `null`, the bucket is at AWS. If `credentials` is `null`, the client uses those of the machine. */
export interface BucketConfig {
  readonly name: string
  readonly endpoint: string | null
  readonly region: string
  /** Whether the name of the bucket is part of the path instead of the host. */
  readonly pathStyle: boolean
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

/** The content of a new object, its MD5 in Base64, and the id that is stored in its metadata. */
export interface Source {
  /** Opens a new stream of all bytes. */
  readonly open: () => Readable
  readonly bytes: number
  readonly md5: string
  readonly id: string
}

export function sourceOfBytes(bytes: Uint8Array): Source {
  const open = () => Readable.from([bytes], { objectMode: false })
  return { open, bytes: bytes.length, md5: createHash('md5').update(bytes).digest('base64'), id: randomUUID() }
}

/** Requests to one bucket. Keys are not checked. Errors are `BucketFailed`, those of local files `FileStoreFailed`. */
export type BucketRequests = ReturnType<typeof connectToBucket>

const connectTimeoutMs = 2_000
/** A connection without traffic is closed after this time, so that two attempts without a response take about 10 s. */
const idleTimeoutMs = 5_000
const maxAttempts = 2
const sourceId = 'source-id'

export function connectToBucket(config: BucketConfig) {
  const client = openClient(config)
  const object = (Key: string) => ({ Bucket: config.name, Key })
  const head = (key: string) => client.send(new HeadObjectCommand(object(key))).catch(nullIfObjectMissing)

  const get = async (key: string) => {
    const found = await client.send(new GetObjectCommand(object(key))).catch(nullIfObjectMissing)
    // In Node, the body is the response.
    return found && { ...asStoredFile(found), body: limitWaiting(found.Body as unknown as IncomingMessage) }
  }

  return {
    head: (key: string) => withBucketErrors(async () => asStoredFileOrNull(await head(key))),

    get: (key: string) => withBucketErrors(() => get(key)),

    /** Stores an object unless the key is taken; resolves with whether it was free. Repeats temporary failures once. */
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

    /** Writes a new file, or with `a` appends to one. Resolves with whether the object existed. */
    download: (key: string, path: string, flags: 'wx' | 'a' = 'wx') =>
      withBucketErrors(async () => {
        const found = await get(key)
        if (found) await pipeline(found.body, createWriteStream(path, { flags, mode: 0o600 }))
        return found !== null
      }),

    copy: (from: string, to: string) =>
      withBucketErrors(async () => {
        const CopySource = [config.name, ...from.split('/')].map(encodeURIComponent).join('/')
        await client.send(new CopyObjectCommand({ ...object(to), CopySource }))
      }),

    delete: (key: string) => withBucketErrors(() => client.send(new DeleteObjectCommand(object(key)))),

    async *list(prefix: string) {
      const pages = paginateListObjectsV2({ client }, { Bucket: config.name, Prefix: prefix })
      for (;;) {
        const { value, done } = await withBucketErrors(() => pages.next())
        if (done) return
        for (const { Key, Size, LastModified } of value.Contents ?? [])
          if (Key !== undefined) yield { key: Key, ...asStoredFile({ ContentLength: Size, LastModified }) }
      }
    },

    close: () => client.destroy(),
  }
}

function openClient({ endpoint, region, pathStyle, credentials }: BucketConfig): S3Client {
  // A visitor with a slow connection occupies a connection to the bucket while a photo is sent: at the default limit of
  // 50, further requests would fail. The HTTP server limits the connections of visitors.
  const agent = { maxSockets: Infinity }
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts,
    // Otherwise the client prints a warning for each file, because it cannot repeat a request whose body is a stream.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // A server may ignore `Expect: 100-continue`; the client would then wait for 6 s before it sends the file.
    expectContinueHeader: false,
    // Not every S3-compatible server supports the checksums that the client would add; all support MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== null && { endpoint }),
    // Otherwise the credentials come from the shared configuration files or the role of the machine.
    ...(credentials !== null && { credentials }),
  })
}

/** Resolves with `false` if the object exists. Retries itself, because the client does not if the body is a stream. */
async function putIfFree(client: S3Client, object: { Bucket: string; Key: string }, source: Source): Promise<boolean> {
  const { open, bytes, md5, id } = source
  const upload = { ...object, ContentLength: bytes, ContentMD5: md5, IfNoneMatch: '*', Metadata: { [sourceId]: id } }
  for (let attempt = 1; ; attempt++) {
    const body = open()
    const reading = new AbortController()
    // Otherwise the error of a file that cannot be read would end the process.
    body.on('error', () => reading.abort())
    try {
      await client.send(new PutObjectCommand({ ...upload, Body: body }), { abortSignal: reading.signal })
      return true
    } catch (error) {
      if (statusOf(error) === 412) return false
      if (body.errored || attempt === maxAttempts || !isTemporaryFailure(error)) throw body.errored ?? error
    } finally {
      body.destroy()
    }
  }
}

/** Unlike the timeout of the socket, this one does not count the time in which the reader waits for a slow visitor. */
function limitWaiting(body: IncomingMessage): Readable {
  body.socket.setTimeout(0)
  const limited = Readable.from(chunksOf(body), { objectMode: false })
  // A generator that has not been started does not close what it reads.
  return limited.once('close', () => body.destroy())
}

async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  const fail = () => body.destroy(new Error('the bucket stopped sending in the middle of a file'))
  let timer = setTimeout(fail, idleTimeoutMs)
  try {
    for await (const chunk of body) {
      clearTimeout(timer)
      yield chunk as Uint8Array
      timer = setTimeout(fail, idleTimeoutMs)
    }
  } finally {
    clearTimeout(timer)
  }
}

interface ObjectHeaders {
  readonly ContentLength?: number | undefined
  readonly LastModified?: Date | undefined
}

function asStoredFile({ ContentLength, LastModified }: ObjectHeaders): StoredFile {
  if (ContentLength === undefined || !LastModified)
    throw new Error('the bucket sent no Content-Length or Last-Modified')
  return { bytes: ContentLength, changedAt: LastModified }
}

function asStoredFileOrNull(found: ObjectHeaders | null): StoredFile | null {
  return found && asStoredFile(found)
}
