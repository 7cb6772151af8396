import { ignoreStorageErrors } from '#app/browser/ignore-storage-errors.ts'

const prefix = 'enfilade-upload-'
/** As long as unsaved drafts, so that files of a draft that were attached already are not attached twice. */
const maxAgeMs = 30 * 24 * 60 * 60_000

// A fallback for this tab if localStorage is disabled or full.
const inMemory = new Map<string, string>()

/** The URL of an earlier upload of this file, started in this tab or another. */
export function findUploadUrl(fingerprint: string): string | null {
  const stored = inMemory.get(fingerprint) ?? ignoreStorageErrors(() => localStorage.getItem(prefix + fingerprint))
  const [, storedAt, url] = /^(\d+) (\S+)$/.exec(stored ?? '') ?? []
  return url !== undefined && Date.now() - Number(storedAt) < maxAgeMs ? url : null
}

export function storeUploadUrl(fingerprint: string, url: string): void {
  const stored = `${Date.now()} ${url}`
  inMemory.set(fingerprint, stored)
  ignoreStorageErrors(() => {
    expireUploadUrls()
    localStorage.setItem(prefix + fingerprint, stored)
  })
}

export function discardUploadUrl(fingerprint: string): void {
  inMemory.delete(fingerprint)
  ignoreStorageErrors(() => localStorage.removeItem(prefix + fingerprint))
}

function expireUploadUrls(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue
    const storedAt = Number.parseInt(localStorage.getItem(key) ?? '', 10)
    if (!(Date.now() - storedAt < maxAgeMs)) localStorage.removeItem(key)
  }
}
