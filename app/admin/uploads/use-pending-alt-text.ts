import { useEffect, useState } from 'react'
import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { isAltTextPending, savePendingAltText } from './pending-alt-text.ts'
import type { QueueItem } from './queue-item.ts'
import type { UploadQueue } from './upload-queue.ts'

export function usePendingAltText(queue: UploadQueue, items: readonly QueueItem[], action: string) {
  const { submit } = useActionFetcher(action)
  const [limit] = useState(() => limitConcurrency(1))
  const [saving] = useState(() => new Set<string>())
  const save = async (key: string): Promise<void> => {
    if (saving.has(key)) return
    saving.add(key)
    await limit.run(() => savePendingAltText(queue, key, submit)).finally(() => saving.delete(key))
    // The text may have been edited again during the save.
    const item = queue.find(key)
    if (item && isAltTextPending(item)) await save(key)
  }
  useEffect(() => {
    for (const item of items) if (isAltTextPending(item)) void save(item.key)
  })
  const failed = items.filter(({ stage, problem }) => stage === 'attached' && problem !== null)
  return {
    save: (key: string) => void save(key),
    failed: failed.length > 0,
    retry: () => failed.forEach(({ key }) => void save(key)),
  }
}
