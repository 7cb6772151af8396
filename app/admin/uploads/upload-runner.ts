import { createListeners } from '#app/ui/listeners.ts'
import { canUpload } from './queue-item.ts'
import { uploadAll, type AttachPhoto } from './upload-all.ts'
import type { UploadQueue } from './upload-queue.ts'

/** A failed run is retried this often while the page is open, and as soon as the browser is online again. */
export const retryIntervalMs = 30_000

interface UploadStatus {
  readonly busy: boolean
  readonly failed: boolean
  /** The number of photos that the last run attached. */
  readonly attachedCount: number
}

/** Uploads and attaches the items of a queue, one run at a time, and counts the attached photos. */
export function createUploadRunner(queue: UploadQueue, upload = uploadAll) {
  const { subscribe, notify } = createListeners()
  let status: UploadStatus = { busy: false, failed: false, attachedCount: 0 }
  let files: ReadonlySet<File> = new Set()
  let currentRetry: Promise<void> | null = null
  const setStatus = (next: UploadStatus) => {
    status = next
    notify()
  }
  const attempt = async (attach: AttachPhoto) => {
    setStatus({ busy: true, failed: false, attachedCount: 0 })
    let attachedCount = 0
    let succeeded = false
    try {
      succeeded = await upload(queue, {
        files,
        attach: async (...input) => {
          const result = await attach(...input)
          if (result.ok) attachedCount += 1
          return result
        },
      })
    } finally {
      setStatus({ busy: false, failed: !succeeded, attachedCount })
    }
  }
  return {
    subscribe,
    status: () => status,
    async run(attach: AttachPhoto): Promise<void> {
      // A retry leaves out files chosen since.
      if (currentRetry) await currentRetry.catch(() => {})
      if (status.busy) return
      files = new Set(queue.items().map(({ file }) => file))
      await attempt(attach)
    },
    /** Repeats the last run for its files that failed temporarily. Files chosen since are not uploaded. */
    async retry(attach: AttachPhoto): Promise<void> {
      const canRetry = queue.items().some((item) => item.problem !== null && canUpload(item) && files.has(item.file))
      if (!canRetry || status.busy) return
      currentRetry = attempt(attach).finally(() => (currentRetry = null))
      await currentRetry
    },
  }
}
