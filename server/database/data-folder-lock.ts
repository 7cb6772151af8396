import { join } from 'node:path'
import { createFolder } from './create-folder.ts'
import { lockFile } from './lock-file.ts'

export class DataFolderInUse extends Error {}

// Keeps the connections reachable until the process ends: garbage collection would close an unreachable one.
const locks = new Set<() => void>()

/** Locks until the process ends: two sites would remove each other's unfinished uploads. Throws `DataFolderInUse`. */
export async function lockDataFolder(dataDir: string): Promise<void> {
  await createFolder(dataDir)
  try {
    locks.add(lockFile(join(dataDir, 'lock')))
  } catch (error) {
    if (!isBusy(error)) throw error
    throw new DataFolderInUse(`Another process uses the data folder ${dataDir}: stop it, or choose another DATA_DIR.`)
  }
}

// https://sqlite.org/rescode.html: SQLITE_BUSY
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) === 5
}
