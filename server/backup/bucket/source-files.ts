import { join } from 'node:path'
import type { FileStore, StoredFile } from '#portfolio/ports.ts'
import { SourceFailed, type FileHash } from '#server/backup/copy-file.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { readFolderStoreId } from '#server/backup/source-files.ts'
import { readStoreId } from '#server/database/match-store.ts'
import type { ReferencedOriginal } from '#server/database/sqlite/snapshot.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { connectToBucket } from '#server/storage/bucket-requests.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'
import type { BucketBackupInput } from './backup-bucket.ts'

/** A derivative that was written less than this before the previous backup is read again, because clocks differ. */
const clockToleranceMs = 60 * 60_000

const prefix = 'files/'

type SiteLocation = Pick<BucketBackupInput, 'dataDir' | 'bucket'>

export interface SourceFile {
  /** Relative to the backup. */
  readonly path: string
  /** What the database records of an original; `null` for a derivative, which is created again if it is missing. */
  readonly recorded: FileHash | null
  /** The file in the site; `null` if it is missing. */
  readonly stored: StoredFile | null
}

export type SourceFiles = Awaited<ReturnType<typeof openSourceFiles>>

/** The store id in the site's files; `null` if they have none. Creates nothing. */
export async function readSiteStoreId({ dataDir, bucket }: SiteLocation): Promise<string | null> {
  if (!bucket) return readFolderStoreId(dataDir)
  const { files, close } = openBucket(bucket, join(dataDir, 'local-copies'))
  return readStoreId(files).finally(close)
}

/** Opens the files of the site: in its bucket, or in `dataDir`, which must exist. */
export async function openSourceFiles({ dataDir, bucket }: SiteLocation) {
  const opened = bucket && openBucket(bucket, join(dataDir, 'local-copies'))
  const files = opened?.files ?? (await openFileSystemStore(join(dataDir, 'files')))
  return {
    /** Lists the originals, and the derivatives that exist. */
    async list(originals: readonly ReferencedOriginal[]): Promise<SourceFile[]> {
      const stored = new Map<string, StoredFile>()
      for await (const [key, file] of bucket ? listBucket(bucket) : listFolder(files)) stored.set(key, file)
      const listed = originals.map(({ storageKey, bytes, sha256 }): SourceFile => {
        return { path: prefix + storageKey, recorded: { bytes, sha256 }, stored: stored.get(storageKey) ?? null }
      })
      const photos = new Set(originals.map(({ photoId }) => photoId))
      for (const [key, file] of stored) {
        const [, photoId = ''] = /^derivatives\/([^/]+)\//.exec(key) ?? []
        if (photos.has(photoId)) listed.push({ path: prefix + key, recorded: null, stored: file })
      }
      return listed
    },

    /** Calls `work` with the path of a local copy of a file. Throws `SourceFailed` if the file is missing. */
    async read(path: string, work: (localPath: string) => Promise<FileHash>): Promise<FileHash> {
      const result = await files.withLocalCopy(path.slice(prefix.length), work)
      if (result === null) throw new SourceFailed(Object.assign(new Error(`${path} is missing`), { code: 'ENOENT' }))
      return result
    },

    close: () => opened?.close(),
  }
}

/** Returns a function that finds the hash of a derivative in the previous backup; `null` if it was written since. */
export function findUnchangedDerivatives(previous: Manifest | null) {
  const earlier = new Map(previous?.files.map((file) => [file.path, file]))
  const before = previous ? Date.parse(previous.madeAt) - clockToleranceMs : 0
  return ({ path, stored }: SourceFile): FileHash | null => {
    const file = earlier.get(path)
    const isUnchanged = file && stored?.bytes === file.bytes && stored.changedAt.getTime() < before
    return isUnchanged ? { bytes: file.bytes, sha256: file.sha256 } : null
  }
}

async function* listFolder(files: FileStore): AsyncGenerator<[string, StoredFile]> {
  for await (const key of files.list()) {
    const stored = await files.stat(key)
    if (stored) yield [key, stored]
  }
}

async function* listBucket(bucket: NonNullable<SiteLocation['bucket']>): AsyncGenerator<[string, StoredFile]> {
  const requests = connectToBucket(bucket)
  try {
    for await (const { key, ...file } of requests.list('')) yield [key, file]
  } finally {
    requests.close()
  }
}
