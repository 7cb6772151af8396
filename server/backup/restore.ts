import { lstat, mkdir, mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { databaseName, databasePath } from '#server/database/sqlite/database-file.ts'
import { findDatabaseFileProblems } from '#server/database/integrity.ts'
import { listOriginals } from '#server/database/sqlite/snapshot.ts'
import { deleteUnfinished, isAbandoned, markUnfinished } from '#server/database/unfinished-folder.ts'
import { errorCode, nullIfMissing, renameDurably, syncToDisk } from '#server/storage/durable-write.ts'
import { refuseInsideBackup } from './backup-folder.ts'
import { BackupRefused } from './backup-refused.ts'
import { copyFile, createParent, SourceFailed } from './copy-file.ts'
import { refuseToFillDisk } from './refuse-to-fill-disk.ts'
import { readManifest, type Manifest, type MissingFile } from './manifest.ts'

/** `mkdtemp` appends six characters. */
const temporarySuffix = '.restoring-'

export interface RestoreOptions {
  /** Whether the site has a PostgreSQL database, so that a backup without a database can be restored. */
  readonly hasOtherDatabase: boolean
  /** Whether to restore a backup in which files other than the database are missing, damaged or unreadable. */
  readonly acceptDamaged: boolean
}

/**
 * Restores a backup into a data folder that is missing, or empty and not a mount point. If this throws `BackupRefused`,
 * nothing is restored. Returns the manifest; its `missing` also lists files that are missing, damaged or unreadable in
 * the backup.
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  { hasOtherDatabase, acceptDamaged }: RestoreOptions,
): Promise<Manifest> {
  await refuseUnlessReplaceable(dataDir)
  const manifest = await readManifest(backup)
  if (!manifest.hasDatabase && !hasOtherDatabase)
    throw new BackupRefused(
      'The backup contains only the files of a site whose database is in PostgreSQL: restore the database from the dump that pg_dump made, and set DATABASE_URL.',
    )
  await refuseInsideBackup(backup, dataDir)
  await mkdir(dirname(resolve(dataDir)), { recursive: true })
  await removeAbandoned(resolve(dataDir))
  const temporary = await mkdtemp(resolve(dataDir) + temporarySuffix)
  const finish = markUnfinished(temporary)
  try {
    const missing = await fillDataFolder(backup, temporary, manifest, acceptDamaged)
    // Fails unless the folder is empty, so files created in the meantime stay.
    await rmdir(dataDir).catch((error) => {
      if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'ENOTDIR') throw notEmptyError(dataDir)
      // A folder of the same disk is mounted there.
      if (errorCode(error) === 'EBUSY') throw mountPointError(dataDir)
      if (errorCode(error) !== 'ENOENT') throw error
    })
    await finish()
    await renameDurably(temporary, resolve(dataDir))
    return { ...manifest, missing }
  } catch (error) {
    await deleteUnfinished(temporary, finish)
    throw error
  }
}

/**
 * Runs `work` with a folder beside the data folder, and deletes it afterwards; after a kill, the next restore does.
 * Throws `BackupRefused` unless `dataDir` is missing, or empty and not a mount point.
 */
export async function withTemporaryFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await refuseUnlessReplaceable(dataDir)
  await mkdir(dirname(resolve(dataDir)), { recursive: true })
  await removeAbandoned(resolve(dataDir))
  const folder = await mkdtemp(resolve(dataDir) + temporarySuffix)
  const finish = markUnfinished(folder)
  try {
    return await work(folder)
  } finally {
    await deleteUnfinished(folder, finish)
  }
}

/** Removes the folders that killed restores left beside the data folder. */
async function removeAbandoned(dataDir: string): Promise<void> {
  const prefix = basename(dataDir) + temporarySuffix
  for (const name of await readdir(dirname(dataDir))) {
    const folder = join(dirname(dataDir), name)
    if (name.startsWith(prefix) && isAbandoned(folder)) await rm(folder, { recursive: true, force: true })
  }
}

/** The folder is removed before the restored one gets its name. A mount point, such as a volume, cannot be removed. */
async function refuseUnlessReplaceable(path: string): Promise<void> {
  const found = await lstat(path).catch(nullIfMissing)
  if (found === null) return
  if (!found.isDirectory() || (await readdir(path)).length > 0) throw notEmptyError(path)
  const { dev } = await stat(dirname(resolve(path)))
  if (found.dev !== dev) throw mountPointError(path)
}

function mountPointError(path: string): BackupRefused {
  return new BackupRefused(
    `${path} is a mount point: set DATA_DIR to a new folder in it, and move the content of that folder afterwards.`,
  )
}

function notEmptyError(path: string): BackupRefused {
  return new BackupRefused(
    `${path} is not an empty folder. Stop the site and move the content of the folder away first.`,
  )
}

/** Resolves with the files that were missing, damaged or unreadable when the backup was made, or are now. */
async function fillDataFolder(
  backup: string,
  into: string,
  manifest: Manifest,
  acceptDamaged: boolean,
): Promise<MissingFile[]> {
  await refuseToFillDisk(
    into,
    manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  const damaged = await copyFiles(backup, into, manifest)
  const database = damaged.find(({ path }) => path === databaseName)
  if (database) throw new BackupRefused(describeDamage(database))
  if (damaged[0] && !acceptDamaged)
    throw new BackupRefused(`${describeDamage(damaged[0])} The option --damaged restores the other files.`)
  const missing = [...manifest.missing, ...damaged]
  if (manifest.hasDatabase) refuseDamagedDatabase(databasePath(into), manifest.files, missing)
  await syncToDisk(into)
  return missing
}

function describeDamage({ path, reason }: MissingFile): string {
  const states = {
    missing: 'is missing from the backup',
    damaged: 'in the backup does not match its checksum',
    unreadable: 'in the backup cannot be read',
  }
  return `${path} ${states[reason]}.`
}

/** Lists the paths of the files. Refuses symbolic links and special files, which may lead elsewhere or block. */
async function listFiles(backup: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const entry of await readdir(backup, { recursive: true, withFileTypes: true })) {
    const path = relative(backup, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (entry.isFile()) found.add(path)
    else if (!entry.isDirectory())
      throw new BackupRefused(`${path} in the backup is neither a regular file nor a folder.`)
  }
  return found
}

/** Resolves with the files that are missing, damaged or unreadable. Damaged ones are copied as they are. */
async function copyFiles(backup: string, into: string, { files }: Manifest): Promise<MissingFile[]> {
  const found = await listFiles(backup)
  const damaged: MissingFile[] = []
  for (const { path, sha256 } of files) {
    if (!found.has(path)) {
      damaged.push({ path, reason: 'missing' })
      continue
    }
    const to = join(into, path)
    await createParent(to)
    try {
      const copied = await copyFile(join(backup, path), to)
      if (copied.sha256 !== sha256) damaged.push({ path, reason: 'damaged' })
    } catch (error) {
      if (!(error instanceof SourceFailed)) throw error
      await rm(to, { force: true })
      damaged.push({ path, reason: error.isMissing ? 'missing' : 'unreadable' })
    }
  }
  return damaged
}

function refuseDamagedDatabase(database: string, files: Manifest['files'], missing: Manifest['missing']): void {
  const [problem] = findDatabaseFileProblems(database)
  if (problem) throw new BackupRefused(`The database of the backup is damaged: ${problem}.`)
  const known = new Set(missing.map(({ path }) => path))
  const hashes = new Map(files.map((file) => [file.path, file.sha256]))
  for (const { storageKey, sha256 } of listOriginals(database)) {
    const path = `files/${storageKey}`
    if (!known.has(path) && hashes.get(path) !== sha256)
      throw new BackupRefused(
        `The original ${storageKey} is not in the backup, or does not match its checksum in the database.`,
      )
  }
}
