import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseName, databasePath } from '#server/database/database-file.ts'
import { listOriginals } from '#server/database/sqlite-snapshot.ts'
import { markUnfinished } from '#server/database/unfinished-folder.ts'
import { writeNewFile } from '#server/storage/durable-write.ts'
import { forEachConcurrently } from '#server/storage/for-each-concurrently.ts'
import { backupName, unfinishedSuffix } from '#server/backup/backup-name.ts'
import { BackupRefused } from '#server/backup/backup-refused.ts'
import { createBackupsFolder } from '#server/backup/backup-folder.ts'
import { hashFile, SourceFailed, type FileHash } from '#server/backup/copy-file.ts'
import { copyDatabase } from '#server/backup/copy-database.ts'
import type { Backup } from '#server/backup/create.ts'
import type { BackupFile, Manifest, MissingFile } from '#server/backup/manifest.ts'
import { removeUnfinishedBackups } from '#server/backup/retention.ts'
import { openBackupBucket, type BackupBucket, type BucketBackupInput } from './backup-bucket.ts'
import { copyPostgresDatabase } from './copy-postgres.ts'
import { findLatestBackup } from './retention.ts'
import { openSourceFiles, type SourceFiles } from './source-files.ts'

const concurrency = 4

/**
 * Creates a backup in a bucket; the site may be running. The database is copied first, because the files that its rows
 * refer to are complete and never change; from PostgreSQL into a SQLite file, so that every backup can be restored into a
 * folder. Contents that an earlier backup has stored are not read again. Throws `BackupRefused`.
 */
export async function createBucketBackup(input: BucketBackupInput): Promise<Backup> {
  const { dataDir, into, now, isNightly } = input
  // The clean-up of the site would delete the backups.
  if (input.bucket?.name === into.bucket.name)
    throw new BackupRefused(`The bucket ${into.bucket.name} has the photos of the site: choose another for backups.`)
  const name = backupName(now, isNightly)
  const folder = join(dataDir, 'backups')
  const staging = join(folder, name + unfinishedSuffix)
  await createBackupsFolder(folder)
  await removeUnfinishedBackups(folder, now)
  await mkdir(staging, { mode: 0o700 })
  const finish = markUnfinished(staging)
  const target = openBackupBucket(into)
  const files = await openSourceFiles(input)
  try {
    await (input.databaseUrl
      ? copyPostgresDatabase(input.databaseUrl, databasePath(staging), input.removedBefore)
      : copyDatabase(dataDir, staging, input.removedBefore))
    if (input.secret !== null) await writeNewFile(join(staging, 'secret'), input.secret)
    const manifest = await fillBackup(input, name, { target, files, staging })
    const missing = manifest.missing
    return { folder: target.urlOf(name), sameDisk: false, hasDatabase: true, files: manifest.files.length, missing }
  } finally {
    target.close()
    files.close()
    await finish()
    await rm(staging, { recursive: true, force: true })
  }
}

type Missing = Pick<MissingFile, 'reason'>

interface Parts {
  readonly target: BackupBucket
  readonly files: SourceFiles
  readonly staging: string
}

async function fillBackup(
  input: BucketBackupInput,
  name: string,
  { target, files, staging }: Parts,
): Promise<Manifest> {
  const storeId = await files.readStoreId()
  const stored = await target.listContents()
  const store = async (path: string) => {
    const { bytes, sha256 } = await hashFile(path)
    const found = stored.get(sha256)
    if (found?.bytes === bytes) return { bytes, sha256 }
    if (found) await target.removeContent(sha256)
    await target.putContent(sha256, path)
    return { bytes, sha256 }
  }
  const listed: BackupFile[] = [{ path: databaseName, ...(await store(databasePath(staging))) }]
  const missing: MissingFile[] = []
  const add = (path: string, copied: FileHash | Missing, isRequired: boolean) => {
    if ('sha256' in copied) listed.push({ path, ...copied })
    else if (isRequired) missing.push({ path, reason: copied.reason })
  }
  const secret = join(input.secret === null ? input.dataDir : staging, 'secret')
  add('secret', await store(secret).catch(asMissing), true)
  const latest = await findLatestBackup(target, storeId)
  const findKnown = files.knowContents(latest?.manifest ?? null)
  const sources = await files.list(listOriginals(databasePath(staging)))
  await forEachConcurrently(sources, concurrency, async (source) => {
    const { path, recorded } = source
    const known = await findKnown(source)
    const isStored = known !== null && stored.get(known.sha256)?.bytes === known.bytes
    const copied = isStored ? known : await files.read(path, store).catch(asMissing)
    add(path, copied, recorded !== null)
    if (recorded && 'sha256' in copied && copied.sha256 !== recorded.sha256) missing.push({ path, reason: 'damaged' })
  })
  const madeAt = input.now.toISOString()
  const manifest: Manifest = { format: 2, madeAt, storeId, hasDatabase: true, files: listed, missing }
  await target.writeManifest(name, manifest)
  await refuseMissingContents(target, listed)
  await target.writeManifestHash(name, manifest)
  return manifest
}

function asMissing(error: unknown): Missing {
  if (!(error instanceof SourceFailed)) throw error
  return { reason: error.isMissing ? 'missing' : 'unreadable' }
}

/** A removal of old backups at the same time may have deleted a content that no backup had. */
async function refuseMissingContents(target: BackupBucket, files: readonly BackupFile[]): Promise<void> {
  const stored = await target.listContents()
  const lost = files.find(({ sha256, bytes }) => stored.get(sha256)?.bytes !== bytes)
  if (lost) throw new BackupRefused(`The bucket did not store ${lost.path}.`)
}
