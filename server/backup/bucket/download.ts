import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { packTar } from 'modern-tar/fs'
import { BackupRefused } from '#server/backup/backup-refused.ts'
import { createParent } from '#server/backup/copy-file.ts'
import { manifestHashName, manifestName, serializeManifest, writeManifest } from '#server/backup/manifest.ts'
import { refuseToFillDisk } from '#server/backup/refuse-to-fill-disk.ts'
import {
  openBackupBucket,
  type BackupBucket,
  type BackupLocation,
  type BucketBackupInput,
  type StoredBackup,
} from './backup-bucket.ts'
import { findLatestBackup } from './retention.ts'
import { openSourceFiles } from './source-files.ts'

/** The names of the complete backups in a bucket, newest first. */
export async function listBucketBackups(location: BackupLocation): Promise<string[]> {
  return withBucket(location, async (target) => {
    const names: string[] = []
    for (const name of await target.listNames()) if ((await target.readBackup(name))?.isComplete) names.push(name)
    return names
  })
}

/**
 * Downloads a backup as a folder for `restoreBackup`, which compares its files: those that are missing in the bucket are
 * left out. Throws `BackupRefused`.
 */
export async function downloadBackup(location: BackupLocation, name: string, folder: string): Promise<void> {
  await withBucket(location, async (target) => {
    const backup = await target.readBackup(name)
    if (!backup?.isComplete) throw new BackupRefused(`There is no complete backup ${target.urlOf(name)}.`)
    const { files } = backup.manifest
    await mkdir(folder, { mode: 0o700 })
    await refuseToFillDisk(dirname(folder), 2 * files.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const { path, sha256 } of files) {
      await createParent(join(folder, path))
      await target.download(sha256, join(folder, path))
    }
    await writeManifest(folder, backup.manifest)
  })
}

/** The newest nightly backup as a tar archive for `npm run restore`. Reading fails if it is removed meanwhile. */
export async function openLatestBucketBackup(
  input: Pick<BucketBackupInput, 'dataDir' | 'bucket' | 'into'>,
): Promise<{ name: string; archive: ReadableStream<Uint8Array> } | null> {
  const files = await openSourceFiles(input)
  const target = openBackupBucket(input.into)
  try {
    const latest = await findLatestBackup(target, await files.readStoreId())
    if (latest) return { name: latest.name, archive: pack(target, latest) }
    target.close()
    return null
  } catch (error) {
    target.close()
    throw error
  } finally {
    files.close()
  }
}

function pack(target: BackupBucket, { name, manifest }: StoredBackup): ReadableStream<Uint8Array> {
  const { text, hash } = serializeManifest(manifest)
  const archive = packTar([
    { type: 'content', content: text, target: `${name}/${manifestName}` },
    { type: 'content', content: hash, target: `${name}/${manifestHashName}` },
    ...manifest.files.map(({ path, bytes, sha256 }) => {
      return { type: 'stream' as const, content: target.openContent(sha256), size: bytes, target: `${name}/${path}` }
    }),
  ])
  return Readable.toWeb(archive.once('close', target.close)) as ReadableStream<Uint8Array>
}

async function withBucket<T>(location: BackupLocation, work: (target: BackupBucket) => Promise<T>): Promise<T> {
  const target = openBackupBucket(location)
  return work(target).finally(target.close)
}
