import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { lockFile } from './lock-file.ts'

/** Only of this machine: a network drive may not lock for others. */
const marker = `enfilade-unfinished-${hostname()}`

/** Marks a folder until the returned function is called. The system releases the locked mark of a killed process. */
export function markUnfinished(folder: string): () => Promise<void> {
  const path = join(folder, marker)
  const unlock = tryLock(path)
  return async () => {
    // In this order, or the folder would look abandoned for a moment.
    await rm(path, { force: true })
    unlock?.()
  }
}

/** Whether a process has marked the folder and was killed before it had filled it. */
export function isAbandoned(folder: string): boolean {
  const path = join(folder, marker)
  const unlock = existsSync(path) ? tryLock(path) : null
  unlock?.()
  return unlock !== null
}

/** `null` for a locked file, one that is not ours, and a drive without locks, where leftovers have to be removed by hand. */
function tryLock(path: string): (() => void) | null {
  try {
    return lockFile(path)
  } catch {
    return null
  }
}
