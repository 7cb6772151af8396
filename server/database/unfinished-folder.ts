import { existsSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { lockFile } from './lock-file.ts'

/** Contains the host name: on a network drive, a lock may not apply to other machines. */
const marker = `enfilade-unfinished-${hostname()}`

/**
 * Marks a folder with a locked file. The returned function deletes the file, and may be called twice. After a kill, the
 * file stays without a lock.
 */
export function markUnfinished(folder: string): () => Promise<void> {
  const path = join(folder, marker)
  let unlock = tryLock(path)
  return async () => {
    // In this order, or the folder would look abandoned for a moment.
    await rm(path, { force: true })
    unlock?.()
    unlock = null
  }
}

/** Deletes a marked folder. The mark is deleted after the content: after a kill, the folder still looks abandoned. */
export async function deleteUnfinished(folder: string, finish: () => Promise<void>): Promise<void> {
  if (!existsSync(folder)) return finish()
  for (const name of await readdir(folder))
    if (name !== marker) await rm(join(folder, name), { recursive: true, force: true })
  await finish()
  await rmdir(folder)
}

/** Whether a process has marked the folder and was killed before it had finished. */
export function isAbandoned(folder: string): boolean {
  const path = join(folder, marker)
  const unlock = existsSync(path) ? tryLock(path) : null
  unlock?.()
  return unlock !== null
}

/** `null` if the file is locked or belongs to another user, or if the drive has no locks: no folder looks abandoned. */
function tryLock(path: string): (() => void) | null {
  try {
    return lockFile(path)
  } catch {
    return null
  }
}
