import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#portfolio/ports.ts'
import { healthPrefix } from '#portfolio/store-keys.ts'
import { connectToBucket, type BucketConfig, type BucketRequests, type Source } from './bucket-requests.ts'
import { BucketRefused } from './bucket-errors.ts'
import { deleteFiles } from './delete-files.ts'
import { withFileStoreErrors } from './file-store-errors.ts'
import { listFilesBefore } from './temporary-files.ts'

/**
 * Opens an S3-compatible bucket as a file store; `temporary` is a folder for local copies. Throws `BucketFailed`, and
 * `BucketRefused` if the bucket would overwrite originals.
 */
export async function openBucket(config: BucketConfig, temporary: string): Promise<FileStore> {
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  const requests = connectToBucket(config)
  const files = bucketFiles(requests, temporary)
  await refuseOverwriting(files, temporary)
  return files
}

function bucketFiles(requests: BucketRequests, temporary: string): FileStore {
  return {
    async store(path, keys) {
      const source = await withFileStoreErrors(() => describeSource(path))
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
      try {
        return (await requests.download(checkKey(key), path)) ? await work(path) : null
      } finally {
        await rm(path, { force: true })
      }
    },

    list: (prefix = '') => requests.list(prefix),

    async move(from, to) {
      await requests.copy(checkKey(from), checkKey(to))
      await requests.delete(from)
    },

    async remove(key) {
      if (!checkKey(key).endsWith('/')) return requests.delete(key)
      for await (const found of requests.list(key)) await requests.delete(found)
    },

    expireTemporaryFiles: (before) =>
      withFileStoreErrors(async () => deleteFiles(await listFilesBefore(temporary, before))),

    countTemporaryFiles: (before) => withFileStoreErrors(async () => (await listFilesBefore(temporary, before)).length),

    freeSpace: async () => null,
  }
}

/** Servers that do not know `If-None-Match` ignore it: two originals with the same name would overwrite one another. */
async function refuseOverwriting(files: FileStore, temporary: string): Promise<void> {
  const path = join(temporary, randomUUID())
  const key = `${healthPrefix}${randomUUID()}`
  try {
    await withFileStoreErrors(() => writeFile(path, 'x'))
    await files.store(path, [key])
    const overwritten = await files.store(path, [key, `${key}-2`])
    if (overwritten === key)
      throw new BucketRefused(
        'The bucket of S3_BUCKET overwrites files in spite of ‘If-None-Match’: choose another provider.',
      )
  } finally {
    await rm(path, { force: true })
    for (const written of [key, `${key}-2`]) await files.remove(written)
  }
}

async function describeSource(path: string): Promise<Source> {
  const { size } = await stat(path)
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return { path, bytes: size, md5: hash.digest('base64'), id: randomUUID() }
}

function checkKey(key: string): string {
  if (key === '' || key !== posix.normalize(key) || /^(\/|\.\.?(\/|$))/.test(key))
    throw new Error(`the key ${key} leads out of the store`)
  return key
}
