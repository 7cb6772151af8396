import { existsSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databasePath } from '#server/database/database-file.ts'
import { findDatabaseFileProblems } from '#server/database/integrity.ts'
import type { WriterVersion } from '#server/database/migrate.ts'
import {
  clearForReuse,
  finishLog,
  isDamage,
  readWriterVersion,
  recover,
  sqliteSuffixes,
} from '#server/database/sqlite-snapshot.ts'
import { renameDurably, syncToDisk } from '#server/storage/durable-write.ts'
import { BackupRefused } from './backup-refused.ts'
import { copyFile, tryLink } from './copy-file.ts'
import { copiesFolder, copyName, listCopies, type DatabaseCopy } from './copies-before-updates.ts'
import { removePhotosWithoutOriginals } from './missing-originals.ts'

export interface RollBackInput {
  readonly dataDir: string
  /** The name of a copy; `null` for that of the last update. */
  readonly name: string | null
  readonly now: Date
  /** Photos and projects removed before this time are left out, because their files may be missing. */
  readonly removedBefore: Date
}

export interface RolledBack {
  readonly copy: DatabaseCopy
  /** The file name of the replaced database, which is kept among the copies. */
  readonly replaced: string
  /** Whether the replaced database is damaged. */
  readonly wasDamaged: boolean
  /** The paths of originals that were deleted after the copy was made. Their photos are removed from it. */
  readonly missing: readonly string[]
}

/**
 * Replaces the database with a copy and keeps the replaced database, even a damaged one; no process may use either.
 * Needs no space for another copy, so the disk may be full. If it throws `BackupRefused`, the database is unchanged.
 */
export async function rollBack({ dataDir, name, now, removedBefore }: RollBackInput): Promise<RolledBack> {
  const folder = copiesFolder(dataDir)
  const copies = (await listCopies(dataDir)).filter(({ isUnfinished }) => !isUnfinished)
  const copy = copies.find((found) => (name === null ? !found.isReplaced : found.name === name))
  if (!copy) throw new BackupRefused(`There is no ${name ?? 'copy from before an update'} in ${folder}.`)
  const path = join(folder, copy.name)
  const database = databasePath(dataDir)
  if (await isSameFile(path, database))
    throw new BackupRefused(`${copy.name} is the database itself: a roll-back was killed before its last step.`)
  const former = finishFormer(database)
  recoverUndamaged(path, copy.name)
  clearForReuse(path, removedBefore)
  const missing = await removePhotosWithoutOriginals(path, dataDir)
  if (!finishLog(path)) throw new BackupRefused(`Another process uses the copy ${path}: stop it, then try again.`)
  const replaced = copyName(former ?? { version: null, migration: '0000' }, now, true)
  await keep(database, join(folder, replaced))
  // The log of a damaged database is moved with it: SQLite would apply it to the copy.
  for (const suffix of sqliteSuffixes)
    if (existsSync(database + suffix)) await rename(database + suffix, join(folder, replaced + suffix))
  await syncToDisk(folder)
  await syncToDisk(dataDir)
  await renameDurably(path, database)
  return { copy, replaced, wasDamaged: former === null, missing }
}

/** Whether both are hard links to one file: a killed roll-back leaves a link to the database among the copies. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)])
  return a.ino === b.ino && a.dev === b.dev
}

/** Moves the write-ahead log into the database file and returns the version that wrote it; `null` if it is damaged. */
function finishFormer(database: string): WriterVersion | null {
  try {
    recover(database)
    const version = readWriterVersion(database)
    if (finishLog(database)) return version
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
  throw new BackupRefused(`Another process uses the database ${database}: stop it, then try again.`)
}

/** Recovers the copy even if a killed roll-back was changing it. Refuses a damaged copy. */
function recoverUndamaged(path: string, name: string): void {
  try {
    recover(path)
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  const [problem] = findDatabaseFileProblems(path)
  if (problem) throw new BackupRefused(`The copy ${name} is damaged: ${problem}.`)
}

async function keep(database: string, as: string): Promise<void> {
  if (!(await tryLink(database, as))) await copyFile(database, as)
}
