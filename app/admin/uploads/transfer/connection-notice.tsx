import { useEffect, useState, useSyncExternalStore } from 'react'
import { StatusMessage } from '#app/ui/status-message.tsx'
import type { QueueItem } from '#app/admin/uploads/queue-item.ts'
import type { UploadQueue } from '#app/admin/uploads/upload-queue.ts'
import { watchConnection } from './watch-connection.ts'

const busyStages: readonly QueueItem['stage'][] = ['uploading', 'examining', 'attaching']

/**
 * While files are being sent and the queue is not paused, says when the site cannot be reached, long before an upload
 * fails.
 */
export function ConnectionNotice({ queue, items }: { queue: UploadQueue; items: readonly QueueItem[] }) {
  const [isLost, setLost] = useState(false)
  const isPaused = useSyncExternalStore(queue.pause.subscribe, queue.pause.isPaused, queue.pause.isPaused)
  const isBusy = !isPaused && items.some(({ stage }) => busyStages.includes(stage))
  useEffect(() => {
    if (!isBusy) return
    const sentBytes = () => queue.items().reduce((sum, { uploadedBytes }) => sum + uploadedBytes, 0)
    const stop = watchConnection(sentBytes, setLost)
    return () => {
      stop()
      setLost(false)
    }
  }, [queue, isBusy])
  return (
    <StatusMessage>
      {isLost ? 'The connection was lost. The upload will continue when it is back.' : null}
    </StatusMessage>
  )
}
