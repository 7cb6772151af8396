import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { Server } from '@tus/server'
import { z } from 'zod'
import { FileStoreFailed, type Log, type Uploads } from '#portfolio/ports.ts'
import { storageFull } from '#portfolio/health/reserved-space.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { withFileStoreErrors } from './file-store-errors.ts'
import { maxUnattachedUploads, uploadLimitReached } from './upload-limit.ts'
import { parseJson, uploadIdPattern, type UploadInfo, type UploadStore } from './upload-store.ts'

/** Resumable uploads (tus 1.0), and the handler of their requests. */
export interface TusUploads extends Uploads {
  receive(request: Request, userId: string): Promise<Response>
}

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

/** Opens the uploads in a store. `path` is their URL path. */
export function openTusUploads(store: UploadStore, path: string, log: Log): TusUploads {
  const owner = new AsyncLocalStorage<string>()
  const server = new Server({
    path,
    datastore: store.tus,
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
      if ((await readInfo(store, id))?.metadata.owner !== owner.getStore())
        throw { status_code: 404, body: 'Not found' }
    },
  })

  return {
    receive: async (request, userId) => {
      const isAboveLimit = request.method === 'POST' && (await store.count()) >= maxUnattachedUploads
      if (isAboveLimit) return uploadLimitReached()
      return owner.run(userId, () => server.handleWeb(request))
    },
    find: (id, userId) =>
      withFileStoreErrors(async () => {
        const upload = await readUpload(store, id, userId)
        if (!upload || upload.received !== upload.size) return null
        return {
          path: await store.localPathOf(id, upload.size),
          fileName: upload.metadata.filename ?? '',
          bytes: upload.size,
          examination: parseJson(await store.readExamination(id), examination),
        }
      }),
    isIncomplete: (id, userId) =>
      withFileStoreErrors(async () => {
        const upload = await readUpload(store, id, userId)
        return upload !== null && upload.received !== upload.size
      }),
    saveExamination: (id, result) => withFileStoreErrors(() => store.writeExamination(id, JSON.stringify(result))),
    discard: (id) => withFileStoreErrors(async () => (uploadIdPattern.test(id) ? store.discard(id) : undefined)),
    expire: store.expire,
  }
}

// Refusals of the protocol are sent unchanged. System errors are logged, and their details are not sent.
function hideSystemError(log: Log, method: string, error: Error | { status_code: number; body: string }) {
  if ('status_code' in error && error.status_code < 500) return undefined
  const code = 'code' in error ? error.code : undefined
  log.error('upload request failed', { method, cause: 'body' in error ? error.body.trim() : String(error) })
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || (error instanceof FileStoreFailed && error.full)
  return isFull
    ? { status_code: 507, body: `${storageFull}\n` }
    : { status_code: 503, body: 'The file cannot be stored right now.\n' }
}

async function readUpload(store: UploadStore, id: string, userId: string) {
  const info = await readInfo(store, id)
  if (info?.metadata.owner !== userId) return null
  const received = await store.countReceived(id)
  return received === null ? null : { ...info, received }
}

async function readInfo(store: UploadStore, id: string): Promise<UploadInfo | null> {
  return uploadIdPattern.test(id) ? store.readInfo(id) : null
}
