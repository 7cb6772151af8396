import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { backupName, unfinishedSuffix } from '#server/backup/backup-name.ts'
import { createBackupsFolder } from '#server/backup/backup-folder.ts'
import { BackupRefused } from '#server/backup/backup-refused.ts'
import { copyDatabase } from '#server/backup/copy-database.ts'
import { hashFileForBucket, SourceFailed, type FileHash } from '#server/backup/copy-file.ts'
import type { Backup } from '#server/backup/create.ts'
import type { BackupFile, Manifest, MissingFile } from '#server/backup/manifest.ts'
import { removeUnfinishedBackups } from '#server/backup/retention.ts'
import { databaseName, databasePath } from '#server/database/sqlite/database-file.ts'
import { listOriginals } from '#server/database/sqlite/snapshot.ts'
import { markUnfinished } from '#server/database/unfinished-folder.ts'
import { writeNewFile } from '#server/storage/durable-write.ts'
import { forEachConcurrently } from '#server/storage/for-each-concurrently.ts'
import { openBackupBucket, type BackupBucket, type BucketBackupInput } from './backup-bucket.ts'
import { copyPostgresDatabase } from './copy-postgres.ts'
import { findLatestBackup, maxMarkAgeMs } from './retention.ts'
import {
  findUnchangedDerivatives,
  openSourceFiles,
  readSiteStoreId,
  type SourceFile,
  type SourceFiles,
} from './source-files.ts'

const concurrency = 4

/**
 * Creates a backup in a bucket; the site may be running. The database is copied first, because the files that its rows
 * refer to are complete and never change. A PostgreSQL database is copied into a SQLite file, so that every backup can
 * be restored into a folder. Contents that an earlier backup has stored are not read again. Throws `BackupRefused`.
 */
export async function createBucketBackup(input: BucketBackupInput): Promise<Backup> {
  const folder = join(input.dataDir, 'backups')
  const staging = join(folder, backupName(input.now, input.isNightly) + unfinishedSuffix)
  await createBackupsFolder(folder)
  await removeUnfinishedBackups(folder, input.now)
  await mkdir(staging, { mode: 0o700 })
  const finish = markUnfinished(staging)
  try {
    return await createFrom(staging, input)
  } finally {
    await finish()
    await rm(staging, { recursive: true, force: true })
  }
}

/** `staging` is an empty folder for a copy of the database. */
async function createFrom(staging: string, input: BucketBackupInput): Promise<Backup> {
  const target = openBackupBucket(input.into)
  try {
    if (await target.hasSite())
      throw new BackupRefused(
        `The bucket ${input.into.bucket.name} contains the photos of a site: choose another for backups.`,
      )
    await (input.databaseUrl
      ? copyPostgresDatabase(input.databaseUrl, databasePath(staging), input.removedBefore)
      : copyDatabase(input.dataDir, staging, input.removedBefore))
    if (input.secret !== null) await writeNewFile(join(staging, 'secret'), input.secret)
    const manifest = await storeFiles(staging, target, input)
    const name = backupName(input.now, input.isNightly)
    if (!(await target.writeManifest(name, manifest)))
      throw new BackupRefused(`${target.urlOf(name)} already exists: try again.`)
    await waitForRemovals(target)
    await refuseMissingContents(target, manifest.files)
    await target.writeManifestHash(name, manifest)
    const { files, missing } = manifest
    return { folder: target.urlOf(name), sameDisk: false, hasDatabase: true, files: files.length, missing }
  } finally {
    target.close()
  }
}

async function storeFiles(staging: string, target: BackupBucket, input: BucketBackupInput): Promise<Manifest> {
  const storeId = await readSiteStoreId(input)
  // Without a store id, the backup would belong to no site and would therefore never be removed.
  if (storeId === null) throw new BackupRefused('The files of the site are missing: mount their disk, then try again.')
  const files = await openSourceFiles(input)
  try {
    const findKnown = findUnchangedDerivatives((await findLatestBackup(target, storeId))?.manifest ?? null)
    const store = openContents(target, await target.listContents())
    const listed: BackupFile[] = [{ path: databaseName, ...(await store.add(databasePath(staging))) }]
    const missing: MissingFile[] = []
    const secret = join(input.secret === null ? input.dataDir : staging, 'secret')
    const sources = await files.list(listOriginals(databasePath(staging)))
    const outcomes = [{ path: 'secret', ...(await toOutcome(store.add(secret))) }]
    await forEachConcurrently(sources, concurrency, async (source) => {
      const expected = source.recorded ?? findKnown(source)
      const outcome =
        expected && store.has(expected) ? checkSize(source, expected) : await storeFile(files, source, store.add)
      if (source.recorded || outcome.file) outcomes.push({ path: source.path, ...outcome })
    })
    for (const { path, file, problem } of outcomes) {
      if (file) listed.push({ path, ...file })
      if (problem) missing.push({ path, reason: problem })
    }
    return { format: 2, madeAt: input.now.toISOString(), storeId, hasDatabase: true, files: listed, missing }
  } finally {
    files.close()
  }
}

/** The content of a file in the backup, and what is wrong with the file in the site. */
interface StoreOutcome {
  readonly file: FileHash | null
  readonly problem: MissingFile['reason'] | null
}

/** The contents in the backup bucket. `add` stores the content of a local file, unless it is there already. */
function openContents(target: BackupBucket, stored: Awaited<ReturnType<BackupBucket['listContents']>>) {
  const has = ({ sha256, bytes }: FileHash) => stored.get(sha256)?.bytes === bytes
  return {
    has,
    async add(path: string): Promise<FileHash> {
      const { md5, ...hash } = await hashFileForBucket(path)
      if (has(hash)) return hash
      if (stored.has(hash.sha256)) await target.removeContent(hash.sha256)
      await target.putContent({ ...hash, md5 }, path)
      return hash
    },
  }
}

/** An earlier backup has stored what the file should contain, so only the size of the file is compared. */
function checkSize({ stored }: SourceFile, expected: FileHash): StoreOutcome {
  if (!stored) return { file: expected, problem: 'missing' }
  return { file: expected, problem: stored.bytes === expected.bytes ? null : 'damaged' }
}

async function storeFile(
  files: SourceFiles,
  { path, recorded }: SourceFile,
  add: (path: string) => Promise<FileHash>,
): Promise<StoreOutcome> {
  // Tried twice, because the file may have been replaced while it was read.
  const attempt = () => files.read(path, add)
  const outcome = await toOutcome(attempt().catch(attempt))
  const isDamaged = recorded !== null && outcome.file !== null && outcome.file.sha256 !== recorded.sha256
  return isDamaged ? { ...outcome, problem: 'damaged' } : outcome
}

async function toOutcome(reading: Promise<FileHash>): Promise<StoreOutcome> {
  try {
    return { file: await reading, problem: null }
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error
    return { file: null, problem: error.isMissing ? 'missing' : 'unreadable' }
  }
}

/** Another process, or another site, may be removing contents that no manifest named when it listed the manifests. */
async function waitForRemovals(target: BackupBucket): Promise<void> {
  while (await target.isRemoving(new Date(Date.now() - maxMarkAgeMs))) await wait(1_000)
}

async function refuseMissingContents(target: BackupBucket, files: readonly BackupFile[]): Promise<void> {
  const { has } = openContents(target, await target.listContents())
  const lost = files.find((file) => !has(file))
  if (lost) throw new BackupRefused(`The bucket did not store ${lost.path}.`)
}
