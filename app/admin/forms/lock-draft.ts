import { listUnsavedDraftNames } from './unsaved-drafts.ts'

/** Long enough for this tab's previous document to release its lock after a reload. */
const lockTimeoutMs = 1_000

/**
 * Resolves with the name of a stored draft, `{form}/{id}`, that no other tab has open; without one, `{form}/{newId}`.
 * Other tabs get a different name until `released` aborts.
 */
export async function lockDraft(userId: string, form: string, newId: string, released: AbortSignal): Promise<string> {
  const newName = `${form}/${newId}`
  const stored = listUnsavedDraftNames(userId).filter((name) => name.startsWith(`${form}/`))
  for (const name of stored) if (await holdLock(`enfilade-draft/${userId}/${name}`, released)) return name
  void holdLock(`enfilade-draft/${userId}/${newName}`, released)
  return newName
}

/** Resolves with whether this tab has the lock. Insecure contexts have no Web Locks, so there tabs share a draft. */
function holdLock(name: string, released: AbortSignal): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise<void>((release) => {
        if (released.aborted) release()
        released.addEventListener('abort', () => release())
      })
    }
    // Rejects if another tab holds the lock or locks are not allowed.
    navigator.locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, hold).catch(() => resolve(false))
  })
}
