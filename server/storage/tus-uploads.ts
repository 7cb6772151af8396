import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { z } from 'zod'
import type { Log, Uploads } from '#portfolio/ports.ts'
import { storageFull } from '#portfolio/health/reserved-space.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { deleteFiles } from './delete-files.ts'
import { isMissing, missingIsNull } from './durable-write.ts'
import { withFileStoreErrors } from './file-store-errors.ts'
import { maxUnattachedUploads, uploadLimitReached } from './upload-limit.ts'

/** Resumable uploads (tus 1.0), and the handler of their requests. */
export interface TusUploads extends Uploads {
  receive(request: Request, userId: string): Promise<Response>
}

const idPattern = /^[0-9a-f]{32}$/

/** `{id}.json`, written by the library. */
const uploadInfo = z.object({
  size: z.number(),
  metadata: z.object({ filename: z.string().nullish(), owner: z.string() }),
})

const examination = z.object({
  format: z.enum(['jpeg', 'png', 'webp', 'heic', 'avif']),
  width: z.number(),
  height: z.number(),
  animated: z.boolean().optional(),
  colour: z.string(),
  placeholder: z.string(),
  wide: z.boolean(),
  sha256: z.string(),
})

/** Opens the folder of uploads. `path` is their URL path. */
export async function openTusUploads(directory: string, path: string, log: Log): Promise<TusUploads> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const owner = new AsyncLocalStorage<string>()
  const server = new Server({
    path,
    datastore: new UploadFolder({ directory }),
    maxSize: photoLimits.jpeg.bytes,
    relativeLocation: true,
    respectForwardedHeaders: false,
    // The default allows every origin.
    allowedOrigins: [],
    onResponseError: (request, error) => hideSystemError(log, request.method, error),
    namingFunction: () => randomBytes(16).toString('hex'),
    onUploadCreate: async (_, upload) => ({
      metadata: { filename: upload.metadata?.filename ?? '', owner: owner.getStore() ?? '' },
    }),
    onIncomingRequest: async (request, id) => {
      // On creation, `id` is the new upload's id, which has no owner yet.
      if (request.method === 'POST') return
      // The upload of another user looks like an unknown one.
      if ((await readInfo(directory, id))?.metadata.owner !== owner.getStore())
        throw { status_code: 404, body: 'Not found' }
    },
  })

  return {
    receive: async (request, userId) => {
      const isAboveLimit = request.method === 'POST' && (await countUploads(directory)) >= maxUnattachedUploads
      if (isAboveLimit) return uploadLimitReached()
      return owner.run(userId, () => server.handleWeb(request))
    },
    find: (id, userId) =>
      withFileStoreErrors(async () => {
        const upload = await readUpload(directory, id, userId)
        if (!upload || upload.received !== upload.size) return null
        return {
          path: join(directory, id),
          fileName: upload.metadata.filename ?? '',
          bytes: upload.size,
          examination: await readJson(examinationPath(directory, id), examination),
        }
      }),
    isIncomplete: (id, userId) =>
      withFileStoreErrors(async () => {
        const upload = await readUpload(directory, id, userId)
        return upload !== null && upload.received !== upload.size
      }),
    saveExamination: (id, result) =>
      withFileStoreErrors(async () => {
        // Not synced: if a crash leaves it empty, the upload is examined again.
        const target = examinationPath(directory, id)
        const temporary = `${target}.${randomUUID()}`
        await writeFile(temporary, JSON.stringify(result))
        await rename(temporary, target)
      }),
    discard: (id) => withFileStoreErrors(() => discardUpload(directory, id)),
    expire: (before) => expireUploads(directory, before),
  }
}

/** Throws write errors, which the library's store hides, and deletes the examination together with its upload. */
class UploadFolder extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    await pipeline(readable, file)
    return offset + file.bytesWritten
  }

  override async remove(id: string): Promise<void> {
    await super.remove(id)
    await deleteFiles([examinationPath(this.directory, id)])
  }
}

// The constructor of the library's store creates the folder, which exists already, and throws an error that cannot be
// caught if the folder is deleted meanwhile.
Object.assign(UploadFolder.prototype, { checkOrCreateDirectory: () => {} })

// Refusals of the protocol are sent unchanged. System errors are logged, and their details are not sent.
function hideSystemError(log: Log, method: string, error: Error | { status_code: number; body: string }) {
  if ('status_code' in error && error.status_code < 500) return undefined
  const code = 'code' in error ? error.code : undefined
  log.error('upload request failed', { method, cause: 'body' in error ? error.body.trim() : String(error) })
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { status_code: 507, body: `${storageFull}\n` }
    : { status_code: 503, body: 'The file cannot be stored just now.\n' }
}

function examinationPath(directory: string, id: string): string {
  return join(directory, `${id}.examination.json`)
}

async function readUpload(directory: string, id: string, userId: string) {
  const info = await readInfo(directory, id)
  if (info?.metadata.owner !== userId) return null
  const file = await stat(join(directory, id)).catch(missingIsNull)
  return file && { ...info, received: file.size }
}

async function readInfo(directory: string, id: string) {
  return idPattern.test(id) ? readJson(join(directory, `${id}.json`), uploadInfo) : null
}

/** `null` for a file that is missing or was truncated by a crash. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(path, 'utf8').catch(missingIsNull)
  if (text === null) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** 0 for a folder that cannot be read: the upload itself then fails, and its error is logged. */
async function countUploads(directory: string): Promise<number> {
  const names = await readdir(directory).catch(() => [])
  return names.filter((name) => idPattern.test(name)).length
}

async function discardUpload(directory: string, id: string): Promise<void> {
  if (!idPattern.test(id)) return
  const path = join(directory, id)
  await deleteFiles([path, `${path}.json`, examinationPath(directory, id)])
}

async function expireUploads(directory: string, before: Date): Promise<number> {
  const names = Map.groupBy(await readdir(directory), (name) => name.split('.')[0])
  const old: string[][] = []
  const failures: unknown[] = []
  for (const group of names.values()) {
    const paths = group.map((name) => join(directory, name))
    try {
      // The library never rewrites its JSON file, so the newest file of the upload decides.
      const files = await Promise.all(paths.map((path) => stat(path)))
      if (files.every((file) => file.mtime < before)) old.push(paths)
    } catch (error) {
      // A file deleted meanwhile belongs to an upload in use.
      if (!isMissing(error)) failures.push(error)
    }
  }
  await deleteFiles(old.flat())
  if (failures.length > 0) throw failures[0]
  return old.length
}
