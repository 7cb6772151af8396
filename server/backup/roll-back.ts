import { existsSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databasePath } from '#server/database/sqlite/database-file.ts'
import { findDatabaseFileProblems } from '#server/database/integrity.ts'
import type { WriterVersion } from '#server/database/migrate.ts'
import {
  checkpointLog,
  clearForReuse,
  isDamage,
  readWriterVersion,
  recover,
  sqliteSuffixes,
} from '#server/database/sqlite/snapshot.ts'
import { renameDurably, syncToDisk } from '#server/storage/durable-write.ts'
import { BackupRefused } from './backup-refused.ts'
import { copyFile, tryLink } from './copy-file.ts'
import { copiesFolder, copyName, listCopies, type DatabaseCopy } from './copies-before-updates.ts'
import { removePhotosWithoutOriginals } from './missing-originals.ts'

export interface RollBackInput {
  readonly dataDir: string
  /** The file name of the copy to restore; `null` for the newest copy from before an update. */
  readonly name: string | null
  readonly now: Date
  /** What was removed before this time is left out, as its files may be missing, except photos that images still show. */
  readonly removedBefore: Date
}

export interface CompletedRollBack {
  readonly copy: DatabaseCopy
  /** The file name of the replaced database, which is kept among the copies. */
  readonly replaced: string
  readonly wasDamaged: boolean
  /** The paths of originals that were deleted after the copy was made. Their photos are removed from it. */
  readonly missing: readonly string[]
}

/**
 * Replaces the database with a copy and keeps the replaced database, even a damaged one; no other process may use
 * either file. Where hard links are possible, the replaced database is not copied and needs no additional space. If
 * this throws `BackupRefused`, the database is unchanged.
 */
export async function rollBack({ dataDir, name, now, removedBefore }: RollBackInput): Promise<CompletedRollBack> {
  const folder = copiesFolder(dataDir)
  const copies = (await listCopies(dataDir)).filter(({ isUnfinished }) => !isUnfinished)
  const copy = copies.find((found) => (name === null ? !found.isReplaced : found.name === name))
  if (!copy) throw new BackupRefused(`There is no ${name ?? 'copy from before an update'} in ${folder}.`)
  const path = join(folder, copy.name)
  const database = databasePath(dataDir)
  if (await isSameFile(path, database))
    throw new BackupRefused(
      `${copy.name} is the database itself, because a roll-back was killed before its last step: choose another copy.`,
    )
  const former = (await isUnreadable(database)) ? null : checkpointReplaced(database)
  recoverCopy(path, copy.name)
  clearForReuse(path, removedBefore)
  const missing = await removePhotosWithoutOriginals(path, dataDir)
  if (!checkpointLog(path)) throw new BackupRefused(`Another process uses the copy ${path}: stop it, then try again.`)
  const replaced = copyName(former ?? { version: null, migration: '0000' }, now, true)
  await linkOrCopy(database, join(folder, replaced))
  // A damaged database may still have its log. Move it too; otherwise SQLite would apply it to the copy.
  for (const suffix of sqliteSuffixes)
    if (existsSync(database + suffix)) await rename(database + suffix, join(folder, replaced + suffix))
  await syncToDisk(folder)
  await syncToDisk(dataDir)
  await renameDurably(path, database)
  return { copy, replaced, wasDamaged: former === null, missing }
}

/** Whether both are hard links to the same file: a killed roll-back leaves a link to the database among the copies. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)])
  return a.ino === b.ino && a.dev === b.dev
}

/** Whether the database is damaged. Keeps its log, which SQLite would delete when it closes the database. */
async function isUnreadable(database: string): Promise<boolean> {
  // Even a read-only connection deletes the log of an empty file.
  if ((await stat(database)).size === 0) return true
  try {
    readWriterVersion(database)
    return false
  } catch (error) {
    // All other errors may be temporary, or there is a journal, which `recover` applies.
    return isDamage(error)
  }
}

/** Checkpoints the write-ahead log. Returns the version that wrote the database; `null` if it is damaged. */
function checkpointReplaced(database: string): WriterVersion | null {
  try {
    recover(database)
    const version = readWriterVersion(database)
    if (checkpointLog(database)) return version
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
  throw new BackupRefused(`Another process uses the database ${database}: stop it, then try again.`)
}

/** Recovers the copy in case a killed roll-back was changing it. Throws `BackupRefused` if it is damaged. */
function recoverCopy(path: string, name: string): void {
  try {
    recover(path)
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  const [problem] = findDatabaseFileProblems(path)
  if (problem) throw new BackupRefused(`The copy ${name} is damaged: ${problem}.`)
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  if (!(await tryLink(from, to))) await copyFile(from, to)
}
