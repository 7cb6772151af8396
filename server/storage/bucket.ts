import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#portfolio/ports.ts'
import { storeIdKey } from '#portfolio/store-keys.ts'
import { connectToBucket, type BucketConfig, type BucketRequests, type Source } from './bucket-requests.ts'
import { BucketRefused } from './bucket-errors.ts'
import { deleteFiles } from './delete-files.ts'
import { withFileStoreErrors } from './file-store-errors.ts'
import { listFilesBefore } from './temporary-files.ts'
import { openUploadBucket, uploadsPrefix } from './upload-bucket.ts'
import type { UploadStore } from './upload-store.ts'

export interface OpenFileStore {
  readonly files: FileStore
  readonly uploads: UploadStore
  /**
   * Throws `BucketRefused` if the server ignores `If-None-Match`, without which two originals of the same name would
   * overwrite one another. Checks nothing in a bucket without a store id.
   */
  readonly requireConditionalWrites: () => Promise<void>
  readonly close: () => void
}

/** Opens an S3-compatible bucket as a file store; `temporary` is a folder for local copies. Sends no request. */
export function openBucket(config: BucketConfig, temporary: string): OpenFileStore {
  const requests = connectToBucket(config)
  const uploads = openUploadBucket(requests, temporary)
  const files = bucketFiles(requests, temporary)
  const requireConditionalWrites = async () => {
    const hasOverwritten = await files.withLocalCopy(storeIdKey, async (path) =>
      requests.putIfFree(storeIdKey, await sourceOfFile(path)),
    )
    if (hasOverwritten)
      throw new BucketRefused(
        `The bucket ${config.name} would overwrite photos, because it ignores ‘If-None-Match’: choose another provider.`,
      )
  }
  return { files, uploads, requireConditionalWrites, close: requests.close }
}

function bucketFiles(requests: BucketRequests, temporary: string): FileStore {
  return {
    async store(path, keys) {
      const source = await withFileStoreErrors(() => sourceOfFile(path))
      for await (const key of keys) if (await requests.putIfFree(checkKey(key), source)) return key
      throw new Error('no key was free')
    },

    write: async (key, bytes) => requests.put(checkKey(key), bytes),

    stat: async (key) => requests.head(checkKey(key)),

    async open(key) {
      const found = await requests.get(checkKey(key))
      if (!found) return null
      const { body, ...file } = found
      // Node's type of a web stream and the global one are the same class at run time.
      return { ...file, stream: Readable.toWeb(body) as ReadableStream }
    },

    async withLocalCopy(key, work) {
      const path = join(temporary, randomUUID())
      checkKey(key)
      // The folder may have been deleted since the start.
      await withFileStoreErrors(() => mkdir(temporary, { recursive: true, mode: 0o700 }))
      try {
        return (await requests.download(key, path)) ? await work(path) : null
      } finally {
        await rm(path, { force: true })
      }
    },

    async *list(prefix = '') {
      for await (const { key } of requests.list(prefix)) if (!key.startsWith(uploadsPrefix)) yield key
    },

    async move(from, to) {
      await requests.copy(checkKey(from), checkKey(to))
      await requests.delete(from)
    },

    async remove(key) {
      const isFolder = checkKey(key).endsWith('/')
      if (!isFolder) await requests.delete(key)
      else for await (const found of requests.list(key)) await requests.delete(found.key)
    },

    expireTemporaryFiles: (before) =>
      withFileStoreErrors(async () => deleteFiles(await listFilesBefore(temporary, before))),

    countTemporaryFiles: (before) => withFileStoreErrors(async () => (await listFilesBefore(temporary, before)).length),

    freeSpace: async () => null,
  }
}

async function sourceOfFile(path: string): Promise<Source> {
  const { size } = await stat(path)
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return { open: () => createReadStream(path), bytes: size, md5: hash.digest('base64'), id: randomUUID() }
}

function checkKey(key: string): string {
  if (key === '' || key !== posix.normalize(key) || /^(\/|\.\.?(\/|$))/.test(key))
    throw new Error(`the key ${key} leads out of the store`)
  return key
}
