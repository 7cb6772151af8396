import { useEffect } from 'react'
import { lockUnsavedDraft } from '#app/admin/forms/lock-unsaved-draft.ts'
import { readUnsavedDraft, discardUnsavedDraft, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { describeFiles, parseMissingFiles } from './missing-file.ts'
import type { UploadQueue } from './upload-queue.ts'

/**
 * Stores the names and alt texts of a queue's files on this device until the files are attached, and restores them as
 * missing files. `form` is the first part of the draft's name, as in `lockUnsavedDraft`.
 */
export function useStoredFiles(queue: UploadQueue, userId: string, form: string): void {
  useEffect(() => {
    const closed = new AbortController()
    let name: string | null = null
    let stored = ''
    const store = () => {
      const files = describeFiles(queue.items(), queue.missing())
      const json = JSON.stringify(files)
      if (name === null || json === stored) return
      stored = json
      if (files.length === 0) discardUnsavedDraft(userId, name)
      else writeUnsavedDraft(userId, name, files)
    }
    void lockUnsavedDraft(userId, form, String(Date.now()), closed.signal).then((locked) => {
      if (closed.signal.aborted) return
      name = locked
      queue.setMissing(parseMissingFiles(readUnsavedDraft(userId, name)))
    })
    const unsubscribe = queue.subscribe(store)
    return () => {
      closed.abort()
      unsubscribe()
    }
  }, [queue, userId, form])
}
