import { useEffect, useState } from 'react'
import { lockUnsavedDraft } from '#app/admin/forms/lock-unsaved-draft.ts'
import { discardUnsavedDraft, readUnsavedDraft, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { describeFiles, parseMissingFiles } from '#app/admin/uploads/missing-file.ts'
import type { UploadQueue } from '#app/admin/uploads/upload-queue.ts'

/**
 * Stores on this device which files of chosen folders are not uploaded yet. Until all are, `requestIdOf` returns the
 * same id for a folder, even after a reload: a folder chosen again continues its draft. `forget` discards that state.
 */
export function useStoredFolders(queue: UploadQueue, userId: string) {
  const [folders] = useState(() => createStoredFolders(queue, userId))
  useEffect(() => folders.open(), [folders])
  return folders
}

function createStoredFolders(queue: UploadQueue, userId: string) {
  let id = newId()
  let name: string | null = null
  let stored = ''
  const store = () => {
    const files = describeFiles(queue.items(), queue.missing())
    const json = files.length === 0 ? '' : JSON.stringify(files)
    if (name === null || json === stored) return
    // Folders that are chosen later become new drafts, even if they have the same names.
    if (json === '') id = newId()
    stored = json
    if (json === '') discardUnsavedDraft(userId, name)
    else writeUnsavedDraft(userId, name, { id, files })
  }
  return {
    requestIdOf: (folder: string) => `folder:${id}:${folder}`,
    forget() {
      id = newId()
      queue.setMissing([])
    },
    open() {
      const closed = new AbortController()
      void lockUnsavedDraft(userId, 'folders', String(Date.now()), closed.signal).then((locked) => {
        if (closed.signal.aborted) return
        name = locked
        const draft = readUnsavedDraft(userId, name) as { id?: unknown; files?: unknown } | null
        if (typeof draft?.id === 'string') id = draft.id
        const missing = parseMissingFiles(draft?.files)
        if (missing.length > 0) queue.setMissing(missing)
      })
      const unsubscribe = queue.subscribe(store)
      return () => {
        closed.abort()
        unsubscribe()
      }
    },
  }
}

function newId(): string {
  // `crypto.randomUUID` is not available in an insecure context.
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
