import { listUnsavedDraftNames } from './unsaved-drafts.ts'

/** Long enough for this tab's previous document to release its lock after a reload. */
const lockTimeoutMs = 1_000

/**
 * Resolves with the name of a stored unsaved draft, `{form}/{id}`, that no other tab has open, or with `{form}/{newId}`
 * if there is none. Other tabs get a different name until `releaseSignal` is aborted.
 */
export async function lockUnsavedDraft(
  userId: string,
  form: string,
  newId: string,
  releaseSignal: AbortSignal,
): Promise<string> {
  const newName = `${form}/${newId}`
  const stored = listUnsavedDraftNames(userId).filter((name) => name.startsWith(`${form}/`))
  for (const name of stored) if (await holdLock(`enfilade-draft/${userId}/${name}`, releaseSignal)) return name
  void holdLock(`enfilade-draft/${userId}/${newName}`, releaseSignal)
  return newName
}

/** Resolves with whether this tab has the lock. Without Web Locks, as in an insecure context, tabs share a draft. */
function holdLock(name: string, releaseSignal: AbortSignal): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise<void>((release) => {
        if (releaseSignal.aborted) release()
        releaseSignal.addEventListener('abort', () => release())
      })
    }
    // Rejects if another tab still holds the lock after the timeout, or if the browser denies access to locks.
    navigator.locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, hold).catch(() => resolve(false))
  })
}
