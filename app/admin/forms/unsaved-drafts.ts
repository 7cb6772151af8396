import { ignoreStorageErrors } from '#app/browser/ignore-storage-errors.ts'

const prefix = 'enfilade-draft/'
const maxAgeMs = 30 * 24 * 60 * 60_000

// A fallback for this tab if localStorage is disabled or full.
const inMemory = new Map<string, string>()
const discardListeners = new Set<(userId: string) => void>()

/**
 * Reads an unsaved draft of an account; `null` if there is none. It is stored on this device for 30 days and survives a
 * reload, a discarded tab and the end of the session. Its shape is unknown, because another release may have stored it.
 */
export function readUnsavedDraft(userId: string, name: string): unknown {
  const key = keyOfUnsavedDraft(userId, name)
  return parseEntry(inMemory.get(key) ?? ignoreStorageErrors(() => localStorage.getItem(key)))?.draft ?? null
}

/** Stores a draft, which must be JSON-serializable; replaces an earlier draft with the same name. */
export function writeUnsavedDraft(userId: string, name: string, draft: unknown): void {
  const key = keyOfUnsavedDraft(userId, name)
  const entry = JSON.stringify({ storedAt: Date.now(), draft } satisfies Entry)
  inMemory.set(key, entry)
  ignoreStorageErrors(() => {
    localStorage.setItem(key, entry)
    inMemory.delete(key)
  })
}

/** The names of an account's drafts that have not expired, in no particular order. */
export function listUnsavedDraftNames(userId: string): string[] {
  const ownPrefix = keyOfUnsavedDraft(userId, '')
  const keys = [...inMemory.keys(), ...(ignoreStorageErrors(() => Object.keys(localStorage)) ?? [])]
  const names = keys.filter((key) => key.startsWith(ownPrefix)).map((key) => key.slice(ownPrefix.length))
  return [...new Set(names)].filter((name) => readUnsavedDraft(userId, name) !== null)
}

export function discardUnsavedDraft(userId: string, name: string): void {
  removeEntries((key) => key === keyOfUnsavedDraft(userId, name))
}

export function discardAllUnsavedDrafts(userId: string): void {
  removeEntries((key) => key.startsWith(keyOfUnsavedDraft(userId, '')))
  for (const listener of discardListeners) listener(userId)
}

/** Calls the listener when this tab discards all drafts of an account. Adding a listener twice has no effect. */
export function onAllDraftsDiscarded(listener: (userId: string) => void): void {
  discardListeners.add(listener)
}

export function expireUnsavedDrafts(): void {
  removeEntries((key, entry) => key.startsWith(prefix) && parseEntry(entry) === null)
}

interface Entry {
  readonly storedAt: number
  readonly draft: unknown
}

/** Returns `null` if there is no entry or it has expired. */
function parseEntry(json: string | null): Entry | null {
  if (json === null) return null
  // Only this module writes entries.
  const entry = JSON.parse(json) as Entry
  return Date.now() - entry.storedAt < maxAgeMs ? entry : null
}

function removeEntries(matches: (key: string, entry: string | null) => boolean): void {
  for (const [key, entry] of inMemory) if (matches(key, entry)) inMemory.delete(key)
  ignoreStorageErrors(() => {
    for (const key of Object.keys(localStorage))
      if (matches(key, localStorage.getItem(key))) localStorage.removeItem(key)
  })
}

export function keyOfUnsavedDraft(userId: string, name: string): string {
  return `${prefix}${userId}/${name}`
}
