import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Only of this machine: a network drive may not lock for others. */
const marker = `enfilade-unfinished-${hostname()}`
const exclusively = 'pragma journal_mode = memory; begin exclusive'

/**
 * Marks a folder that this process is about to fill, until the returned function is called. The mark is a lock of SQLite,
 * which the operating system releases when the process is killed.
 */
export function markUnfinished(folder: string): () => Promise<void> {
  const path = join(folder, marker)
  const lock = new DatabaseSync(path)
  try {
    lock.exec(exclusively)
  } catch {
    // A drive without locks. What is left of this folder has to be removed by hand.
    lock.close()
  }
  return async () => {
    if (lock.isOpen) lock.close()
    await rm(path, { force: true })
  }
}

/** Whether a process has marked the folder and was killed before it had filled it. */
export function isAbandoned(folder: string): boolean {
  const path = join(folder, marker)
  if (!existsSync(path)) return false
  const lock = new DatabaseSync(path)
  try {
    lock.exec(exclusively)
    return true
  } catch {
    // Locked, or not a mark of ours.
    return false
  } finally {
    lock.close()
  }
}
