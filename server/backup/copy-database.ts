import { stat } from 'node:fs/promises'
import { databasePath } from '#server/database/sqlite/database-file.ts'
import { findDatabaseFileProblems } from '#server/database/integrity.ts'
import { createSnapshot } from '#server/database/sqlite/snapshot.ts'
import { nullIfMissing, syncToDisk } from '#server/storage/durable-write.ts'
import { BackupRefused } from './backup-refused.ts'
import { refuseToFillDisk } from './refuse-to-fill-disk.ts'

/** Copies the SQLite database of a data folder into `target`, as `createSnapshot` does. Throws `BackupRefused`. */
export async function copyDatabase(dataDir: string, target: string, removedBefore: Date): Promise<void> {
  const source = databasePath(dataDir)
  const sizes = await Promise.all(['', '-wal'].map((suffix) => stat(source + suffix).catch(nullIfMissing)))
  await refuseToFillDisk(
    target,
    sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0),
  )
  const copy = databasePath(target)
  try {
    createSnapshot(source, copy, removedBefore)
  } catch (error) {
    throw new BackupRefused(
      `The database cannot be copied: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    )
  }
  await syncToDisk(copy)
  const [problem] = findDatabaseFileProblems(copy)
  if (problem) throw new BackupRefused(`The copy of the database is damaged: ${problem}.`)
}
