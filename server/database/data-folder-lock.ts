import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createFolder } from './create-folder.ts'

/** Another process holds the lock of the data folder. The message is one sentence for the operator. */
export class DataFolderInUse extends Error {}

// Open until the process ends.
const locks = new Set<DatabaseSync>()

/**
 * Reserves the data folder for this process: two sites would remove each other's unfinished uploads. Throws
 * `DataFolderInUse`. Node cannot lock files, but SQLite can, and the operating system releases the lock of a killed
 * process.
 */
export async function lockDataFolder(dataDir: string): Promise<void> {
  await createFolder(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'lock'))
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new DataFolderInUse(`Another process uses the data folder ${dataDir}: stop it, or choose another DATA_DIR.`)
  }
  locks.add(lock)
}

// https://sqlite.org/rescode.html: SQLITE_BUSY
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) === 5
}
