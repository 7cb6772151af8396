import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { refused, unexpectedErrorMessage, type Result } from '#portfolio/result.ts'
import { canUpload, type QueueItem } from './queue-item.ts'
import { findUploadUrl, storeUploadUrl } from './transfer/upload-url-storage.ts'
import { browserTransport, type UploadTransport } from './transfer/upload-transport.ts'
import { retryWhileUnavailable } from './transfer/retry-while-unavailable.ts'
import { maxAttachments, maxExaminations, maxUploads } from './upload-concurrency.ts'
import { smallPictureHint } from './upload-hints.ts'
import { uploadIdOf } from './upload-batch.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Attaches a complete upload. `batch` has the ids of all uploads chosen together, in the order they were chosen. */
export type AttachPhoto = (
  item: QueueItem,
  uploadId: string,
  batch: readonly string[],
) => Promise<Result<{ id: string }>>

interface UploadAllOptions {
  /** Without it, the uploads are kept on the server unattached. */
  readonly attach?: AttachPhoto
  readonly transport?: UploadTransport
  /** If set, the other files in the queue are left alone. */
  readonly files?: ReadonlySet<File>
}

/** Long enough for a server restart. */
const retryAttachForMs = 14_000
/** Longer, because examinations queue on the server. */
const retryExamineForMs = 60_000

/**
 * Uploads, examines and attaches the items for which `canUpload` holds, several at a time. Attached items leave the
 * queue. Resolves with whether all items succeeded; those that failed have a `problem`. After an unexpected error it
 * rejects, once the other items are finished.
 */
export async function uploadAll(queue: UploadQueue, options: UploadAllOptions = {}): Promise<boolean> {
  const { attach, transport = browserTransport, files } = options
  const steps = createSteps(queue, transport)
  const items = queue.items().filter((item) => canUpload(item) && files?.has(item.file) !== false)
  for (const { key } of items) queue.update(key, { problem: null })
  // Fingerprints of small files are ready first, but uploads must start in the order in which the files were chosen.
  let previous: Promise<unknown> = Promise.resolve()
  const earlierIds = items.map(({ key }) => {
    const earlierId = previous.then(() => (queue.find(key)?.uploadId ? null : queue.batch.findEarlierUpload(key)))
    previous = earlierId
    return earlierId
  })
  // A photo's position depends on the others of the batch, some of which may have been attached earlier.
  const whenEarlierIdsKnown = Promise.all([queue.batch.whenAttachedIdsKnown(), ...earlierIds])
  const uploadOne = async (key: string, index: number) => {
    const earlierId = await earlierIds[index]
    // Only the server knows whether the earlier upload is complete or already attached.
    if (attach && earlierId) {
      await whenEarlierIdsKnown
      if (await steps.attach(key, earlierId, attach, true)) return
    }
    const uploadId = await steps.uploadAndExamine(key)
    await whenEarlierIdsKnown
    if (uploadId && attach) await steps.attach(key, uploadId, attach)
  }
  const settled = await Promise.allSettled(
    items.map(({ key }, index) =>
      uploadOne(key, index).catch((error: unknown) => {
        queue.refuse(key, refused('unavailable', unexpectedErrorMessage))
        throw error
      }),
    ),
  )
  for (const result of settled) if (result.status === 'rejected') throw result.reason
  return queue.items().every(({ problem, stage }) => problem === null || stage === 'attached')
}

function createSteps(queue: UploadQueue, transport: UploadTransport) {
  const uploads = limitConcurrency(maxUploads)
  const examinations = limitConcurrency(maxExaminations)
  const attachments = limitConcurrency(maxAttachments)

  /** Resolves with the id of the examined upload, or `null` if it failed. */
  async function uploadAndExamine(key: string): Promise<string | null> {
    const isEarlierUpload = Boolean(queue.find(key)?.uploadId)
    const uploadId = await uploads.run(() => uploadItem(queue, key, transport))
    const item = queue.find(key)
    if (!uploadId || !item || item.isExamined) return uploadId
    const examined = await retryWhileUnavailable(item.abort.signal, retryExamineForMs, () =>
      examinations.run(async () => {
        await queue.pause.whenResumed(item.abort.signal)
        queue.update(key, { stage: 'examining' })
        return transport.examine(uploadId, item.abort.signal)
      }),
    )
    if (item.abort.signal.aborted) return null
    // During a rolling update, a server without this endpoint may respond with `unknown` for a new upload.
    if (examined.ok || (examined.code === 'unknown' && !isEarlierUpload)) {
      queue.update(key, { stage: 'uploaded', isExamined: examined.ok })
      const hint = examined.ok && examined.value ? smallPictureHint(examined.value) : null
      if (hint !== null) queue.hints.add(item.file.name, hint)
      return uploadId
    }
    queue.refuse(key, examined)
    if (examined.code !== 'unknown') return null
    queue.update(key, { problem: null })
    return uploadAndExamine(key)
  }

  /** Attaches an upload. Resolves with `false` if the server has no such earlier upload: it must be sent again. */
  async function attach(key: string, uploadId: string, attachPhoto: AttachPhoto, isEarlier = false): Promise<boolean> {
    const signal = queue.find(key)?.abort.signal
    if (!signal) return true
    let sentAlt = ''
    const result = await retryWhileUnavailable(signal, retryAttachForMs, () =>
      attachments.run(async () => {
        await queue.pause.whenResumed(signal)
        const item = queue.find(key)
        if (!item || signal.aborted) return discarded()
        queue.update(key, { stage: 'attaching', problem: null })
        sentAlt = item.alt
        return attachPhoto(item, uploadId, queue.batch.uploadIds())
      }),
    )
    if (result.ok) {
      queue.update(key, { savedAlt: sentAlt })
      queue.markAttached(key, result.value.id)
    } else if (result.code === 'unknown' && isEarlier) {
      queue.update(key, { stage: 'queued' })
      return false
    } else queue.refuse(key, result)
    return true
  }
  return { uploadAndExamine, attach }
}

/** Resolves with the id of the complete upload, or `null` if it failed. */
async function uploadItem(queue: UploadQueue, key: string, transport: UploadTransport): Promise<string | null> {
  const item = queue.find(key)
  if (!item) return null
  const { file, abort } = item
  await queue.pause.whenResumed(abort.signal)
  if (abort.signal.aborted) return null
  if (item.uploadId) {
    queue.update(key, { stage: 'uploaded', uploadedBytes: file.size, problem: null })
    return item.uploadId
  }
  queue.update(key, { stage: 'uploading', problem: null })
  const fingerprint = await queue.batch.fingerprint(key)
  const result = fingerprint
    ? await transport.upload(file, {
        knownUrl: findUploadUrl(fingerprint),
        pause: queue.pause,
        signal: abort.signal,
        onUrl(url) {
          storeUploadUrl(fingerprint, url)
          queue.batch.setUploadId(key, uploadIdOf(url))
        },
        onProgress: (uploadedBytes) => queue.update(key, { uploadedBytes }),
      })
    : refused('wrong-value', 'This file can no longer be read. Please choose it again.')
  if (result.ok) queue.update(key, { stage: 'uploaded', uploadedBytes: file.size, uploadId: result.value })
  else queue.refuse(key, result)
  return result.ok ? result.value : null
}

function discarded() {
  return refused('unavailable', 'The file was discarded.')
}
