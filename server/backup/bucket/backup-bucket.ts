import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseBackupName } from '#server/backup/backup-name.ts'
import { BackupRefused } from '#server/backup/backup-refused.ts'
import {
  manifestHashName,
  manifestName,
  parseManifest,
  serializeManifest,
  type Manifest,
} from '#server/backup/manifest.ts'
import { describeSource } from '#server/storage/bucket.ts'
import { withBucketErrors } from '#server/storage/bucket-failures.ts'
import { connectToBucket, type BucketConfig, type BucketRequests } from '#server/storage/bucket-requests.ts'

/** Where in a bucket the backups are. `prefix` is empty or ends with `/`. */
export interface BackupLocation {
  readonly bucket: BucketConfig
  readonly prefix: string
}

export interface BucketBackupInput {
  readonly dataDir: string
  readonly into: BackupLocation
  readonly now: Date
  /** Photos and projects removed earlier are left out, because their files may be missing. */
  readonly removedBefore: Date
  readonly isNightly: boolean
  /** Where the site has its database, files and secret; `null` if in `dataDir`. */
  readonly databaseUrl: string | null
  readonly bucket: BucketConfig | null
  readonly secret: string | null
}

/** A backup that has a manifest. It is complete if the hash of the manifest is there. */
export interface StoredBackup {
  readonly name: string
  readonly isComplete: boolean
  readonly manifest: Manifest
}

export type BackupBucket = ReturnType<typeof openBackupBucket>

/**
 * Backups in a bucket: `{name}/manifest.json` and `{name}/manifest.sha256` as in a folder, and the content of each file
 * once for all backups, as `files/{SHA-256}`. Errors are `BucketFailed`.
 */
export function openBackupBucket({ bucket, prefix }: BackupLocation) {
  const requests = connectToBucket(bucket)
  return {
    urlOf: (name: string) => `s3://${bucket.name}/${prefix}${name}`,
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
    /** The names of all backups, newest first, complete or not. */
    async listNames(): Promise<string[]> {
      const names = new Set<string>()
      for await (const { key } of requests.list(`${prefix}enfilade-`)) {
        const [name = ''] = key.slice(prefix.length).split('/')
        if (parseBackupName(name)?.isUnfinished === false) names.add(name)
      }
      return [...names].toSorted((one, other) => timeOf(other) - timeOf(one))
    },

    /** `null` if there is none. Throws `BackupRefused` if its manifest is damaged. */
    async readBackup(name: string): Promise<StoredBackup | null> {
      const [hash, manifest] = [
        await readText(keyOf(name, manifestHashName)),
        await readText(keyOf(name, manifestName)),
      ]
      if (manifest === null) return null
      return { name, isComplete: hash !== null, manifest: parseManifest(manifest, hash) }
    },

    async writeManifest(name: string, manifest: Manifest): Promise<void> {
      await requests.put(keyOf(name, manifestName), Buffer.from(serializeManifest(manifest).text))
    },

    /** Makes the backup complete. */
    async writeManifestHash(name: string, manifest: Manifest): Promise<void> {
      await requests.put(keyOf(name, manifestHashName), Buffer.from(serializeManifest(manifest).hash))
    },

    /** Removes the hash first, so that what an interrupted removal leaves is not complete. */
    async removeManifest(name: string): Promise<void> {
      for (const file of [manifestHashName, manifestName]) await requests.delete(keyOf(name, file))
    },
  }
}

function contentsIn(requests: BucketRequests, prefix: string) {
  return {
    /** The size of all contents by SHA-256, and when each was stored. */
    async listContents() {
      const found = new Map<string, { readonly bytes: number; readonly changedAt: Date }>()
      for await (const { key, ...file } of requests.list(prefix)) found.set(key.slice(prefix.length), file)
      return found
    },

    /** The bucket compares the MD5 of what it receives. */
    async putContent(sha256: string, path: string): Promise<void> {
      await requests.putIfFree(prefix + sha256, await describeSource(path))
    },

    removeContent: (sha256: string) => requests.delete(prefix + sha256),

    /** Writes a new file. `false` if the content is missing. */
    download: (sha256: string, path: string): Promise<boolean> => requests.download(prefix + sha256, path),

    /** Requests the content when it is read. */
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
