import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { formatBytes, formatSeconds } from './format-progress.ts'
import { createTransferRate, sumProgress } from './transfer/transfer-rate.ts'
import type { QueueItem } from './queue-item.ts'
import type { UploadQueue } from './upload-queue.ts'

interface UploadProgressProps {
  queue: UploadQueue
  items: readonly QueueItem[]
  paused: boolean
}

export function UploadProgress({ queue, items, paused }: UploadProgressProps) {
  const seconds = useSecondsLeft(queue, paused)
  // Attached items leave the queue, but the totals include them.
  const [initial] = useState(() => sumProgress(progressOf(items)))
  const current = sumProgress(progressOf(items))
  const files = Math.max(initial.files, current.files)
  const bytes = Math.max(initial.bytes, current.bytes)
  const bytesLeft = current.bytes - current.uploadedBytes
  return (
    <div className="tool-progress">
      <progress value={bytes - bytesLeft} max={bytes} aria-label="Upload progress of all files" />
      <p className="tool-hint">
        {paused ? 'Paused. ' : null}
        {bytesLeft === 0
          ? `${formatBytes(bytes)} sent. Checking the files…`
          : `${current.filesLeft} of ${files} files left, ${formatBytes(bytesLeft)} of ${formatBytes(bytes)} to send`}
        {bytesLeft === 0 ? null : seconds === null || paused ? '.' : `, ${formatSeconds(seconds)}.`}
      </p>
      <div className="tool-row">
        <Button variant="secondary" onClick={() => queue.pause.setPaused(!paused)}>
          {paused ? 'Continue' : 'Pause'}
        </Button>
        <Button variant="secondary" onClick={() => queue.clear()}>
          Cancel All
        </Button>
      </div>
    </div>
  )
}

function progressOf(items: readonly QueueItem[]) {
  return items.map(({ file, uploadedBytes, isPermanentFailure }) => ({
    size: file.size,
    uploadedBytes,
    excluded: isPermanentFailure,
  }))
}

function useSecondsLeft(queue: UploadQueue, paused: boolean): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    if (paused) return
    const rate = createTransferRate()
    // Bytes sent before an item's first measurement, or after its last, are not counted.
    const previousBytes = new Map<string, number>()
    let sentBytes = 0
    const measure = () => {
      for (const { key, uploadedBytes } of queue.items()) {
        sentBytes += Math.max(0, uploadedBytes - (previousBytes.get(key) ?? uploadedBytes))
        previousBytes.set(key, uploadedBytes)
      }
      rate.addSample(Date.now(), sentBytes)
      const total = sumProgress(progressOf(queue.items()))
      setSeconds(rate.estimateSeconds(total.bytes - total.uploadedBytes))
    }
    measure()
    const timer = setInterval(measure, 1_000)
    return () => clearInterval(timer)
  }, [queue, paused])
  return seconds
}
