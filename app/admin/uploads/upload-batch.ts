import { fingerprintOf } from './transfer/fingerprint.ts'
import { discardUploadUrl, findUploadUrl } from './transfer/upload-url-storage.ts'

interface BatchEntry {
  readonly key: string
  /** `null` if the file cannot be read. */
  readonly fingerprint: Promise<string | null>
  /** Increases with every chosen file, including replacements. */
  readonly choiceNumber: number
  readonly uploadId: string | null
}

/**
 * All files chosen since the queue was last empty, in order. A file keeps its entry after it is attached and leaves the
 * queue: the server needs it to order the others, and it identifies the same file if it is chosen again.
 */
export function createUploadBatch(scope: string) {
  let entries: readonly BatchEntry[] = []
  let chosenCount = 0
  let attachedIdsKnown: Promise<unknown> = Promise.resolve()
  const find = (key: string) => entries.find((entry) => entry.key === key)
  const fingerprint = async (key: string): Promise<string | null> => (await find(key)?.fingerprint) ?? null
  const createEntry = (key: string, file: File): BatchEntry => {
    // Rejects if the file was moved or deleted since it was chosen.
    const ownFingerprint = fingerprintOf(file, scope).catch(() => null)
    return { key, fingerprint: ownFingerprint, choiceNumber: ++chosenCount, uploadId: null }
  }
  const add = (key: string, file: File) => void (entries = [...entries, createEntry(key, file)])
  const setUploadId = (key: string, uploadId: string | null) => {
    entries = entries.map((entry) => (entry.key === key ? { ...entry, uploadId } : entry))
  }
  /** Finds the id of an earlier upload of this file, complete or not, and adds it to the batch. */
  const findEarlierUpload = async (key: string): Promise<string | null> => {
    const hash = await fingerprint(key)
    const url = hash && findUploadUrl(hash)
    if (!url) return null
    setUploadId(key, uploadIdOf(url))
    return uploadIdOf(url)
  }
  return {
    add,
    /** Adds a file that was attached before the page was left, so that the server can place the others beside it. */
    addAttached(file: File): void {
      const key = `attached-${chosenCount}`
      add(key, file)
      attachedIdsKnown = Promise.all([attachedIdsKnown, findEarlierUpload(key)])
    },
    /** Resolves when the upload ids of the files that were added as attached are known. */
    whenAttachedIdsKnown: () => attachedIdsKnown,
    findEarlierUpload,
    replace(key: string, file: File): void {
      const entry = createEntry(key, file)
      entries = entries.map((other) => (other.key === key ? entry : other))
    },
    fingerprint,
    /** Whether the same file was chosen earlier. */
    async isDuplicate(key: string): Promise<boolean> {
      const own = find(key)
      const ownFingerprint = await own?.fingerprint
      if (!own || !ownFingerprint) return false
      for (const other of entries) {
        if (other.choiceNumber < own.choiceNumber && (await other.fingerprint) === ownFingerprint) return true
      }
      return false
    },
    setUploadId,
    remove: (key: string) => void (entries = entries.filter((entry) => entry.key !== key)),
    /** The ids of all uploads in the order in which their files were chosen. */
    uploadIds: () => entries.flatMap(({ uploadId }) => uploadId ?? []),
    /** Starts a new batch: a file chosen again is uploaded again. */
    clear(): void {
      for (const entry of entries) void entry.fingerprint.then((hash) => hash && discardUploadUrl(hash))
      entries = []
    },
  }
}

export function uploadIdOf(url: string): string {
  return url.split('/').at(-1) ?? ''
}
