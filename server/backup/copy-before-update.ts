import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '#server/database/create-folder.ts'
import { databasePath } from '#server/database/sqlite/database-file.ts'
import { findDatabaseFileProblems } from '#server/database/integrity.ts'
import type { WriterVersion } from '#server/database/migrate.ts'
import { copyDatabaseFile, readWriterVersion } from '#server/database/sqlite/snapshot.ts'
import { nullIfMissing, renameDurably, syncToDisk, writeNewFile } from '#server/storage/durable-write.ts'
import { freeSpaceAt } from '#server/storage/free-space.ts'
import { unfinishedSuffix } from './backup-name.ts'
import { BackupRefused } from './backup-refused.ts'
import {
  copiesFolder,
  copyName,
  listCopies,
  parseCopyName,
  removeSurplusCopies,
  removeUnfinishedCopies,
} from './copies-before-updates.ts'

/** The coarsest resolution of modification times: 2 s on FAT. */
const mtimeAccuracyMs = 2_000
const megabyte = 1024 * 1024

/** Copies the SQLite database, which version `former` wrote. If this throws, the update must not begin. */
export async function copyBeforeUpdate(dataDir: string, former: WriterVersion, now: Date): Promise<void> {
  const name = copyName(former, now)
  const copy = join(copiesFolder(dataDir), name)
  const unfinished = copy + unfinishedSuffix
  try {
    await createFolder(copiesFolder(dataDir))
    await removeUnfinishedCopies(dataDir, now)
    if (await hasCurrentCopy(dataDir, former, now)) return
    await refuseWithoutSpace(dataDir)
    // Creates the file with mode 0600; SQLite fills it.
    await writeNewFile(unfinished, '')
    copyDatabaseFile(databasePath(dataDir), unfinished)
    const [problem] = findDatabaseFileProblems(unfinished)
    if (problem) throw new BackupRefused(`The database was not updated, because it is damaged: ${problem}.`)
    // If another process has updated the database in the meantime, it has made the copy.
    if (copyName(readWriterVersion(unfinished), now) !== name) return
    await syncToDisk(unfinished)
    await renameDurably(unfinished, copy)
    await removeSurplusCopies(dataDir)
  } catch (error) {
    if (error instanceof BackupRefused || !(error instanceof Error && 'code' in error)) throw error
    throw new BackupRefused(`The database was not updated, because it cannot be copied (${error.message}).`, {
      cause: error,
    })
  } finally {
    await rm(unfinished, { force: true }).catch(nullIfMissing)
  }
}

/** Whether the last copy is intact and nothing was written since, as when a failed migration is repeated. */
async function hasCurrentCopy(dataDir: string, former: WriterVersion, now: Date): Promise<boolean> {
  const copies = (await listCopies(dataDir)).filter(({ isReplaced, isUnfinished }) => !isReplaced && !isUnfinished)
  const { format } = parseCopyName(copyName(former, now)) ?? {}
  const last = copies.find((copy) => copy.format === format)
  if (!last || last.madeAt > now) return false
  const database = databasePath(dataDir)
  const files = await Promise.all([stat(database), stat(`${database}-wal`).catch(nullIfMissing)])
  // An empty log does not count: every start creates one.
  const isOlder = files.every((file) => !file?.size || file.mtimeMs < last.madeAt.getTime() - mtimeAccuracyMs)
  return isOlder && findDatabaseFileProblems(join(copiesFolder(dataDir), last.name)).length === 0
}

/** Unlike a backup, the copy may use the reserved space: the site is not available until it is updated. */
async function refuseWithoutSpace(dataDir: string): Promise<void> {
  const database = databasePath(dataDir)
  const sizes = await Promise.all(['', '-wal'].map((suffix) => stat(database + suffix).catch(nullIfMissing)))
  // For the copy, and for the write-ahead log of a migration that rewrites every row.
  const needed = 2 * sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0)
  const space = await freeSpaceAt(dataDir)
  if (!space || space.free >= needed) return
  throw new BackupRefused(
    `The database was not updated, because the disk of ${dataDir} is too full to copy it: ${Math.ceil(needed / megabyte)} MB must be free, and ${Math.floor(space.free / megabyte)} MB are.`,
  )
}
