import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'
import { createUploadQueue } from './upload-queue.ts'

/** An upload queue that lives as long as the component, and its state. */
export function useUploadQueue(scope: string, makePreview?: Parameters<typeof createUploadQueue>[1]) {
  const [queue] = useState(() => createUploadQueue(scope, makePreview))
  const items = useSyncExternalStore(queue.subscribe, queue.items, queue.items)
  const duplicates = useSyncExternalStore(queue.subscribe, queue.duplicates, queue.duplicates)
  const hints = useSyncExternalStore(queue.hints.subscribe, queue.hints.list, queue.hints.list)
  const missing = useSyncExternalStore(queue.subscribe, queue.missing, queue.missing)
  const paused = useSyncExternalStore(queue.pause.subscribe, queue.pause.isPaused, queue.pause.isPaused)
  useEffect(() => queue.abandon, [queue])
  useUnsavedChanges(items.length > 0)
  return { queue, items, duplicates, hints, missing, paused }
}
