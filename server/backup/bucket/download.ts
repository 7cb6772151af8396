import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { packTar, type TarSource } from 'modern-tar/fs'
import { BackupRefused } from '#server/backup/backup-refused.ts'
import { createParent } from '#server/backup/copy-file.ts'
import {
  manifestHashName,
  manifestName,
  serializeManifest,
  writeManifest,
  type Manifest,
} from '#server/backup/manifest.ts'
import { refuseToFillDisk } from '#server/backup/refuse-to-fill-disk.ts'
import { forEachConcurrently } from '#server/storage/for-each-concurrently.ts'
import { openBackupBucket, type BackupBucket, type BackupLocation, type BucketBackupInput } from './backup-bucket.ts'
import { findLatestBackup } from './retention.ts'
import { readSiteStoreId } from './source-files.ts'

const concurrency = 4

/** The URLs of the complete backups in a bucket, newest first. */
export async function listBucketBackups(location: BackupLocation): Promise<string[]> {
  return withBucket(location, async (target) => {
    const complete = (await target.list()).filter(({ isComplete }) => isComplete)
    return complete.map(({ name }) => target.urlOf(name))
  })
}

/**
 * Downloads a complete backup into a new folder. Leaves out files that are missing from the bucket, because
 * `restoreBackup` verifies all files. Throws `BackupRefused`.
 */
export async function downloadBackup(location: BackupLocation, name: string, folder: string): Promise<void> {
  await withBucket(location, async (target) => {
    const isComplete = (await target.list()).some((backup) => backup.name === name && backup.isComplete)
    const manifest = isComplete ? await target.readManifest(name) : null
    if (!manifest) throw new BackupRefused(`There is no complete backup ${target.urlOf(name)}.`)
    await mkdir(folder, { mode: 0o700 })
    // Twice the size, because `restoreBackup` copies the folder to the data folder.
    await refuseToFillDisk(dirname(folder), 2 * manifest.files.reduce((sum, { bytes }) => sum + bytes, 0))
    await forEachConcurrently(manifest.files, concurrency, async ({ path, sha256 }) => {
      const local = join(folder, path)
      await createParent(local)
      const attempt = () => target.download(sha256, local)
      await attempt().catch(async () => {
        await rm(local, { force: true })
        return attempt()
      })
    })
    await writeManifest(folder, manifest)
  })
}

/** Like `openLatestBackup`, but for backups in a bucket. */
export async function openLatestBucketBackup(
  input: Pick<BucketBackupInput, 'dataDir' | 'bucket' | 'into'>,
): Promise<{ name: string; archive: ReadableStream<Uint8Array> } | null> {
  const storeId = await readSiteStoreId(input)
  const target = openBackupBucket(input.into)
  const latest = await findLatestBackup(target, storeId).catch((error: unknown) => {
    target.close()
    throw error
  })
  if (latest) return { name: latest.name, archive: pack(target, latest.name, latest.manifest) }
  target.close()
  return null
}

function pack(target: BackupBucket, name: string, manifest: Manifest): ReadableStream<Uint8Array> {
  const { text, hash } = serializeManifest(manifest)
  const entryOf = (path: string, bytes: number, sha256: string): TarSource => {
    // `packTar` refuses empty streams.
    if (bytes === 0) return { type: 'content', content: '', target: `${name}/${path}` }
    return { type: 'stream', content: target.openContent(sha256), size: bytes, target: `${name}/${path}` }
  }
  const archive = packTar([
    { type: 'content', content: text, target: `${name}/${manifestName}` },
    { type: 'content', content: hash, target: `${name}/${manifestHashName}` },
    ...manifest.files.map(({ path, bytes, sha256 }) => entryOf(path, bytes, sha256)),
  ])
  return Readable.toWeb(archive.once('close', target.close)) as ReadableStream<Uint8Array>
}

async function withBucket<T>(location: BackupLocation, work: (target: BackupBucket) => Promise<T>): Promise<T> {
  const target = openBackupBucket(location)
  return work(target).finally(target.close)
}
