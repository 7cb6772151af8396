import { join } from 'node:path'
import { SourceFailed, type FileHash } from '#server/backup/copy-file.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { readStoreId } from '#server/database/match-store.ts'
import type { ReferencedOriginal } from '#server/database/sqlite-snapshot.ts'
import { openBucket } from '#server/storage/bucket.ts'
import type { BucketConfig } from '#server/storage/bucket-requests.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'

/** A file that changed less than this before a backup is read again by the next one: clocks differ. */
const clockToleranceMs = 60 * 60_000

const prefix = 'files/'

export interface SourceFile {
  /** Relative to the backup. */
  readonly path: string
  /** What the database records of an original; `null` for a derivative, which is created again if it is missing. */
  readonly recorded: FileHash | null
}

export type SourceFiles = Awaited<ReturnType<typeof openSourceFiles>>

/** The files of the site: in its bucket, or in `dataDir`. */
export async function openSourceFiles({ dataDir, bucket }: { dataDir: string; bucket: BucketConfig | null }) {
  const opened = bucket && openBucket(bucket, join(dataDir, 'local-copies'))
  const files = opened?.files ?? (await openFileSystemStore(join(dataDir, 'files')))
  return {
    readStoreId: () => readStoreId(files),

    /** Lists the originals, and the derivatives that exist. */
    async list(originals: readonly ReferencedOriginal[]): Promise<SourceFile[]> {
      const listed: SourceFile[] = []
      for (const { photoId, storageKey, bytes, sha256 } of originals) {
        listed.push({ path: prefix + storageKey, recorded: { bytes, sha256 } })
        for await (const key of files.list(`derivatives/${photoId}/`))
          listed.push({ path: prefix + key, recorded: null })
      }
      return listed
    },

    /** Returns a function that finds what a file must contain without reading it; `null` if that is unknown. */
    knowContents(previous: Manifest | null) {
      const earlier = new Map(previous?.files.map((file) => [file.path, file]))
      const before = previous ? Date.parse(previous.madeAt) - clockToleranceMs : 0
      return async ({ path, recorded }: SourceFile): Promise<FileHash | null> => {
        const expected = recorded ?? earlier.get(path)
        const stored = expected && (await files.stat(path.slice(prefix.length)))
        if (stored?.bytes !== expected?.bytes || !expected) return null
        // An original never changes.
        const isUnchanged = recorded !== null || (stored && stored.changedAt.getTime() < before)
        return isUnchanged ? { bytes: expected.bytes, sha256: expected.sha256 } : null
      }
    },

    /** Reads a file as a local one. Throws `SourceFailed`. */
    async read(path: string, work: (localPath: string) => Promise<FileHash>): Promise<FileHash> {
      const result = await files.withLocalCopy(path.slice(prefix.length), work)
      if (result === null) throw new SourceFailed(Object.assign(new Error(`${path} is missing`), { code: 'ENOENT' }))
      return result
    },

    close: () => opened?.close(),
  }
}
