import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { storeIdKey } from '#portfolio/store-keys.ts'
import { parseBackupName } from '#server/backup/backup-name.ts'
import { BackupRefused } from '#server/backup/backup-refused.ts'
import type { hashFileForBucket } from '#server/backup/copy-file.ts'
import {
  manifestHashName,
  manifestName,
  parseManifest,
  serializeManifest,
  type Manifest,
} from '#server/backup/manifest.ts'
import { withBucketErrors } from '#server/storage/bucket-failures.ts'
import {
  connectToBucket,
  sourceOfBytes,
  type BucketConfig,
  type BucketRequests,
} from '#server/storage/bucket-requests.ts'

/** The place of backups in a bucket. `prefix` is empty or ends with `/`. */
export interface BackupLocation {
  readonly bucket: BucketConfig
  readonly prefix: string
}

export interface BucketBackupInput {
  readonly dataDir: string
  readonly into: BackupLocation
  readonly now: Date
  /** What was removed before this time is left out, as its files may be missing, except photos that images still show. */
  readonly removedBefore: Date
  /** Whether the backup is automatic, and is therefore removed after some weeks. */
  readonly isNightly: boolean
  /** The database, the bucket of the files, and the secret of the site; each is `null` if it is in `dataDir`. */
  readonly databaseUrl: string | null
  readonly bucket: BucketConfig | null
  readonly secret: string | null
}

/** A backup with at least one of the two files of a manifest; it may be incomplete. */
export interface ListedBackup {
  readonly name: string
  readonly isComplete: boolean
}

export type BackupBucket = ReturnType<typeof openBackupBucket>

/**
 * Backups in a bucket: `{name}/manifest.json` and `{name}/manifest.sha256` as in a folder, and the content of each file
 * once for all backups, as `files/{SHA-256}`. Other objects are left alone. Throws `BucketFailed`.
 */
export function openBackupBucket({ bucket, prefix }: BackupLocation) {
  const requests = connectToBucket(bucket)
  const removing = `${prefix}removing/`
  return {
    urlOf: (name: string) => `s3://${bucket.name}/${prefix}${name}`,

    /** Whether a site has its photos in this bucket: its clean-up would delete the backups. */
    hasSite: async () => (await requests.head(storeIdKey)) !== null,

    /** Marks that the site with this store id is removing contents: meanwhile, no backup becomes complete. */
    markRemoving: (storeId: string) => requests.put(removing + storeId, Buffer.from('')),
    unmarkRemoving: (storeId: string) => requests.delete(removing + storeId),
    /** Whether any site has set its mark after this time. */
    async isRemoving(after: Date): Promise<boolean> {
      for await (const { changedAt } of requests.list(removing)) if (changedAt > after) return true
      return false
    },

    ...manifestsIn(requests, prefix),
    ...contentsIn(requests, `${prefix}files/`),
    close: requests.close,
  }
}

function manifestsIn(requests: BucketRequests, prefix: string) {
  const keyOf = (name: string, file: string) => `${prefix}${name}/${file}`
  const readText = async (key: string) => {
    const found = await requests.get(key)
    return found && withBucketErrors(() => text(found.body))
  }
  return {
    /** All backups, newest first. */
    async list(): Promise<ListedBackup[]> {
      const complete = new Map<string, boolean>()
      for await (const { key } of requests.list(`${prefix}enfilade-`)) {
        const [name = '', file] = key.slice(prefix.length).split('/')
        if (parseBackupName(name)?.isUnfinished !== false) continue
        complete.set(name, complete.get(name) === true || file === manifestHashName)
      }
      const listed = [...complete].map(([name, isComplete]) => ({ name, isComplete }))
      return listed.toSorted((one, other) => timeOf(other.name) - timeOf(one.name))
    },

    /** `null` if it is missing. Throws `BackupRefused` if it is damaged. */
    async readManifest(name: string): Promise<Manifest | null> {
      const [hash, manifest] = [
        await readText(keyOf(name, manifestHashName)),
        await readText(keyOf(name, manifestName)),
      ]
      return manifest === null ? null : parseManifest(manifest, hash)
    },

    /** `false` if a backup with this name exists: another site has made one in the same millisecond. */
    writeManifest(name: string, manifest: Manifest): Promise<boolean> {
      const bytes = Buffer.from(serializeManifest(manifest).text)
      return requests.putIfFree(keyOf(name, manifestName), sourceOfBytes(bytes))
    },

    /** Makes the backup complete. */
    async writeManifestHash(name: string, manifest: Manifest): Promise<void> {
      await requests.put(keyOf(name, manifestHashName), Buffer.from(serializeManifest(manifest).hash))
    },

    /** Deletes the hash first, so that an interrupted removal leaves an incomplete backup. */
    async removeManifest(name: string): Promise<void> {
      for (const file of [manifestHashName, manifestName]) await requests.delete(keyOf(name, file))
    },
  }
}

function contentsIn(requests: BucketRequests, prefix: string) {
  return {
    /** The size of each content and the time at which it was stored, by SHA-256. */
    async listContents() {
      const found = new Map<string, { readonly bytes: number; readonly changedAt: Date }>()
      for await (const { key, ...file } of requests.list(prefix)) {
        const sha256 = key.slice(prefix.length)
        if (/^[0-9a-f]{64}$/.test(sha256)) found.set(sha256, file)
      }
      return found
    },

    /** The bucket refuses the file if it has changed since its hashes were computed. */
    async putContent({ sha256, ...hash }: Awaited<ReturnType<typeof hashFileForBucket>>, path: string): Promise<void> {
      await requests.putIfFree(prefix + sha256, { ...hash, open: () => createReadStream(path), id: randomUUID() })
    },

    removeContent: (sha256: string) => requests.delete(prefix + sha256),

    /** Writes the content to a new file at `path`. `false` if the content is missing. */
    download: (sha256: string, path: string): Promise<boolean> => requests.download(prefix + sha256, path),

    /** Requests the content only when the stream is read. */
    openContent(sha256: string): Readable {
      const read = async function* () {
        const found = await requests.get(prefix + sha256)
        if (!found) throw new BackupRefused('A file is missing from the backup.')
        yield* found.body
      }
      return Readable.from(read(), { objectMode: false })
    },
  }
}

function timeOf(name: string): number {
  return parseBackupName(name)?.madeAt.getTime() ?? 0
}
