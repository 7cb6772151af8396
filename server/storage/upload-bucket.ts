import { randomUUID } from 'node:crypto'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { sourceOfBytes, type BucketRequests } from './bucket-requests.ts'
import { withBucketErrors } from './bucket-failures.ts'
import { deleteFiles } from './delete-files.ts'
import { nullIfMissing } from './durable-write.ts'
import { parseUploadInfo, uploadIdPattern, type UploadStore } from './upload-store.ts'

/** The key prefix of all uploads. The file store does not list keys below it. */
export const uploadsPrefix = 'uploads/'
/** A part is in memory until it is stored; a killed process loses at most one. Browsers send 2 MB in each request. */
const partBytes = 2 * 1024 * 1024

interface Part {
  readonly key: string
  readonly bytes: number
}

/**
 * Uploads in a bucket, so that any process can continue them: `uploads/{id}/info.json`, `…/parts/{offset}` and
 * `…/examination.json`. A part is stored only if no other part has the same offset, so that two writers of one upload
 * cannot damage it. `temporary` is a folder for local copies of complete uploads; the caller deletes the old ones.
 */
export function openUploadBucket(requests: BucketRequests, temporary: string): UploadStore {
  const readText = async (key: string) => {
    const found = await requests.get(key)
    return found && withBucketErrors(() => text(found.body))
  }
  const readInfo = async (id: string) => parseUploadInfo(await readText(keyOf(id, 'info.json')))
  const discard = async (id: string) => {
    for await (const { key } of requests.list(keyOf(id, ''))) await requests.delete(key)
    await deleteFiles([join(temporary, id)])
  }
  return {
    tus: tusStoreOf(requests, readInfo, discard),
    readInfo,
    countReceived: async (id) => ((await readInfo(id)) ? sizeOf(await listParts(requests, id)) : null),
    async localPathOf(id, bytes) {
      const path = join(temporary, id)
      const copy = await stat(path).catch(nullIfMissing)
      if (copy?.size === bytes) return path
      await mkdir(temporary, { recursive: true, mode: 0o700 })
      const incomplete = `${path}.${randomUUID()}`
      try {
        await writeFile(incomplete, '', { flag: 'wx', mode: 0o600 })
        for (const { key } of await listParts(requests, id)) await requests.download(key, incomplete, 'a')
        // The upload was discarded in the meantime.
        if ((await stat(incomplete)).size !== bytes) throw missingFile(path)
        await rename(incomplete, path)
      } finally {
        await deleteFiles([incomplete])
      }
      return path
    },
    readExamination: (id) => readText(keyOf(id, 'examination.json')),
    writeExamination: (id, examination) => requests.put(keyOf(id, 'examination.json'), Buffer.from(examination)),
    discard,
    async expire(before) {
      const old = [...(await listLastChanges(requests))].filter(([, changedAt]) => changedAt < before)
      const failures: unknown[] = []
      for (const [id] of old) await discard(id).catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
      return old.length
    },
    async count() {
      let uploads = 0
      for await (const { key } of requests.list(uploadsPrefix)) if (key.endsWith('/info.json')) uploads += 1
      return uploads
    },
  }
}

function tusStoreOf(
  requests: BucketRequests,
  readInfo: UploadStore['readInfo'],
  remove: (id: string) => Promise<void>,
): DataStore {
  return Object.assign(new DataStore(), {
    extensions: ['creation', 'creation-with-upload', 'termination'],
    async create(upload: Upload) {
      await requests.put(keyOf(upload.id, 'info.json'), Buffer.from(JSON.stringify(upload)))
      return upload
    },
    async getUpload(id: string) {
      const info = await readInfo(id)
      if (!info) throw ERRORS.FILE_NOT_FOUND
      return new Upload({ id, size: info.size, offset: sizeOf(await listParts(requests, id)) })
    },
    async write(stream: Readable, id: string, offset: number) {
      let end = offset
      for await (const bytes of partsOf(stream)) {
        const key = keyOf(id, `parts/${String(end).padStart(12, '0')}`)
        // The client has continued with another request. After this error it asks for the offset and continues there.
        if (!(await requests.putIfFree(key, sourceOfBytes(bytes)))) throw ERRORS.INVALID_OFFSET
        end += bytes.length
      }
      return end
    },
    remove,
  })
}

/** An error with the system's code for a file that does not exist. */
function missingFile(path: string): Error {
  return Object.assign(new Error(`ENOENT: the upload ${path} is not complete`), { code: 'ENOENT' })
}

function keyOf(id: string, name: string): string {
  return `${uploadsPrefix}${id}/${name}`
}

/** The parts in order, up to the first gap. */
async function listParts(requests: BucketRequests, id: string): Promise<Part[]> {
  const found = new Map<number, Part>()
  const prefix = keyOf(id, 'parts/')
  for await (const part of requests.list(prefix)) found.set(Number(part.key.slice(prefix.length)), part)
  const parts: Part[] = []
  for (let part = found.get(0); part; part = found.get(sizeOf(parts))) parts.push(part)
  return parts
}

/** When any object of each upload was last written, by the id of the upload. */
async function listLastChanges(requests: BucketRequests): Promise<Map<string, Date>> {
  const changes = new Map<string, Date>()
  for await (const { key, changedAt } of requests.list(uploadsPrefix)) {
    const [, id = ''] = key.split('/')
    // The console of a bucket may create objects of its own.
    if (!uploadIdPattern.test(id)) continue
    const last = changes.get(id)
    if (!last || changedAt > last) changes.set(id, changedAt)
  }
  return changes
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((total, { bytes }) => total + bytes, 0)
}

/** Each part is overwritten by the next. If the stream fails, yields the bytes received before, then throws. */
async function* partsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  // Chunks are copied, because keeping a thousand small ones would take a hundred times their size.
  const part = Buffer.allocUnsafe(partBytes)
  let size = 0
  let failure: { error: unknown } | null = null
  try {
    for await (const chunk of stream) {
      for (let from = 0; from < chunk.length;) {
        const bytes = chunk.subarray(from, from + partBytes - size)
        part.set(bytes, size)
        size += bytes.length
        from += bytes.length
        if (size < partBytes) continue
        yield part
        size = 0
      }
    }
  } catch (error) {
    failure = { error }
  }
  if (size > 0) yield part.subarray(0, size)
  if (failure) throw failure.error
}
