import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { AttachPhoto } from './upload-all.ts'
import { createUploadRunner, retryIntervalMs } from './upload-runner.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Uploads and attaches the items of a queue; retries a failed run automatically. */
export function useUploadAll(queue: UploadQueue, attach: AttachPhoto) {
  const [runner] = useState(() => createUploadRunner(queue))
  const status = useSyncExternalStore(runner.subscribe, runner.status, runner.status)
  const retry = useEffectEvent(() => void runner.retry(attach))
  useEffect(() => {
    if (!status.failed) return
    const timer = setInterval(retry, retryIntervalMs)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [status.failed])
  return { ...status, run: () => runner.run(attach) }
}
