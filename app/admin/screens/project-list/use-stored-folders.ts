import { useEffect, useState } from 'react'
import { lockUnsavedDraft } from '#app/admin/forms/lock-unsaved-draft.ts'
import { discardUnsavedDraft, readUnsavedDraft, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { describeFiles, parseMissingFiles } from '#app/admin/uploads/missing-file.ts'
import type { UploadQueue } from '#app/admin/uploads/upload-queue.ts'

/** Unknown values, because another release may have stored another shape. */
type StoredFolders = Readonly<Record<'id' | 'newIds' | 'files', unknown>>

/**
 * Stores on this device which files of chosen folders are not uploaded yet. Until all are, `requestIdOf` returns the
 * same id for a folder, even after a reload: a folder chosen again continues its draft. `forget` makes it a new draft.
 */
export function useStoredFolders(queue: UploadQueue, userId: string) {
  const [folders] = useState(() => createStoredFolders(queue, userId))
  useEffect(() => folders.open(), [folders])
  return folders
}

function createStoredFolders(queue: UploadQueue, userId: string) {
  let id = newId()
  // The ids of forgotten folders.
  let newIds = new Map<string, string>()
  let draftName: string | null = null
  let stored = ''
  const store = () => {
    const files = describeFiles(queue.items(), queue.missing())
    const draft = { id, newIds: [...newIds], files }
    const json = files.length === 0 ? '' : JSON.stringify(draft)
    if (draftName === null || json === stored) return
    stored = json
    if (json !== '') return writeUnsavedDraft(userId, draftName, draft)
    // Folders that are chosen later become new drafts, even if they have the same names.
    id = newId()
    newIds.clear()
    discardUnsavedDraft(userId, draftName)
  }
  return {
    requestIdOf: (folder: string) => `folder:${newIds.get(folder) ?? id}:${folder}`,
    forget(folder: string) {
      newIds.set(folder, newId())
      queue.setMissing(queue.missing().filter((file) => !file.name.startsWith(`${folder}/`)))
    },
    open() {
      const closed = new AbortController()
      void lockUnsavedDraft(userId, 'folders', String(Date.now()), closed.signal).then((lockedName) => {
        if (closed.signal.aborted) return
        draftName = lockedName
        const draft = readUnsavedDraft(userId, draftName) as Partial<StoredFolders> | null
        if (typeof draft?.id === 'string') id = draft.id
        if (Array.isArray(draft?.newIds)) newIds = new Map(draft.newIds.filter(isPair))
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

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
}

function newId(): string {
  // `crypto.randomUUID` is not available in an insecure context.
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
