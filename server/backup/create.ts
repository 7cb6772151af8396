import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseName, databasePath } from '#server/database/sqlite/database-file.ts'
import { listOriginals, type ReferencedOriginal } from '#server/database/sqlite/snapshot.ts'
import { markUnfinished } from '#server/database/unfinished-folder.ts'
import { nullIfMissing, renameDurably, syncToDisk } from '#server/storage/durable-write.ts'
import { isOnSameDisk, listFolders, refuseInsideData, removeEmptyFolders } from './backup-folder.ts'
import { backupName, unfinishedSuffix } from './backup-name.ts'
import { BackupRefused } from './backup-refused.ts'
import { copyDatabase } from './copy-database.ts'
import { hashFile, SourceFailed } from './copy-file.ts'
import { refuseToFillDisk } from './refuse-to-fill-disk.ts'
import { readManifest, writeManifest, type Manifest, type MissingFile } from './manifest.ts'
import { listNightlyBackups, removeUnfinishedBackups } from './retention.ts'
import { countBytesToCopy, listSourceFiles, openCopier, readFolderStoreId, type SourceFile } from './source-files.ts'

export interface BackupInput {
  readonly dataDir: string
  readonly into: string
  readonly now: Date
  /** What was removed before this time is left out, as its files may be missing, except photos that images still show. */
  readonly removedBefore: Date
  /** The originals of a PostgreSQL database, which is not backed up; `null` for the SQLite database in `dataDir`. */
  readonly originals: readonly ReferencedOriginal[] | null
  /** Whether the backup is automatic: it uses hard links where possible and is removed after some weeks. */
  readonly isNightly: boolean
}

export interface Backup {
  /** The path of its folder, or its URL in a bucket. */
  readonly folder: string
  /** See `isOnSameDisk`. */
  readonly sameDisk: boolean
  readonly hasDatabase: boolean
  /** The number of files, including the database. */
  readonly files: number
  readonly missing: readonly MissingFile[]
}

/**
 * Creates a backup; the site may be running. The database is copied first, because the files that its rows refer to are
 * complete and never change. The folder gets its final name once all files have been read back. The manifest lists
 * missing files. Throws `BackupRefused`.
 */
export async function createBackup(input: BackupInput): Promise<Backup> {
  const { dataDir, into, now, isNightly } = input
  await refuseMissingSite(input)
  await refuseInsideData(dataDir, into)
  const firstCreated = await mkdir(into, { recursive: true, mode: 0o700 })
  await removeUnfinishedBackups(into, now)
  const folder = join(into, backupName(now, isNightly))
  const unfinished = folder + unfinishedSuffix
  await mkdir(unfinished, { mode: 0o700 })
  const finish = markUnfinished(unfinished)
  try {
    const { hasDatabase, files, missing } = await fillBackup(input, unfinished)
    await finish()
    await renameDurably(unfinished, folder)
    return { folder, sameDisk: await isOnSameDisk(dataDir, folder), hasDatabase, files: files.length, missing }
  } catch (error) {
    await finish()
    await rm(unfinished, { recursive: true, force: true })
    if (firstCreated !== undefined) await removeEmptyFolders(into, firstCreated)
    throw error
  }
}

async function refuseMissingSite({ dataDir, originals }: BackupInput): Promise<void> {
  const found = await stat(originals ? join(dataDir, 'files') : databasePath(dataDir)).catch(nullIfMissing)
  if (!found || (!originals && found.size === 0))
    throw new BackupRefused(`There is no site in ${dataDir}: check DATA_DIR.`)
}

async function fillBackup({ dataDir, into, ...input }: BackupInput, target: string): Promise<Manifest> {
  const files: Manifest['files'] = []
  if (!input.originals) {
    await copyDatabase(dataDir, target, input.removedBefore)
    files.push({ path: databaseName, ...(await hashFile(databasePath(target))) })
  }
  const originals = input.originals ?? listOriginals(databasePath(target))
  const sources = await listSourceFiles(dataDir, originals)
  const storeId = await readFolderStoreId(dataDir)
  const [latest] = input.isNightly ? await listNightlyBackups(into, storeId) : []
  const latestFolder = latest && join(into, latest.name)
  const previous = latestFolder ? { folder: latestFolder, files: (await readManifest(latestFolder)).files } : null
  const plan = { dataDir, target, linksData: input.isNightly, previous }
  await refuseToFillDisk(target, await countBytesToCopy(plan, sources))
  const missing = await copyFiles(sources, openCopier(plan), files, target)
  const madeAt = input.now.toISOString()
  await writeManifest(target, { format: 2, madeAt, storeId, hasDatabase: !input.originals, files, missing })
  for (const folder of await listFolders(target)) await syncToDisk(folder)
  return readManifest(target)
}

async function copyFiles(
  sources: readonly SourceFile[],
  copy: ReturnType<typeof openCopier>,
  files: Manifest['files'],
  target: string,
): Promise<MissingFile[]> {
  const missing: MissingFile[] = []
  for (const { path, sha256, isRequired } of sources) {
    try {
      const copied = await copy(path)
      files.push({ path, ...copied })
      if (sha256 !== null && copied.sha256 !== sha256) missing.push({ path, reason: 'damaged' })
    } catch (error) {
      if (!(error instanceof SourceFailed)) throw error
      await rm(join(target, path), { force: true })
      if (isRequired) missing.push({ path, reason: error.isMissing ? 'missing' : 'unreadable' })
    }
  }
  return missing
}
