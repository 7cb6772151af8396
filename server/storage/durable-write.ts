import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a new file and waits until its bytes are on the disk. Refuses a path that exists; the mode is 0600. */
export async function writeNewFile(path: string, data: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes to `temporaryPath`, then renames it to `path`: after a crash `path` has the old or the new content. */
export async function replaceFile(path: string, temporaryPath: string, data: string | Uint8Array): Promise<void> {
  try {
    await writeNewFile(temporaryPath, data)
    await renameDurably(temporaryPath, path)
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

/** Renames a file or folder and waits until the new name is on the disk. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncToDisk(dirname(to))
}

/** Waits until the bytes of a file, or the names in a folder, are on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** A handler for `.catch`: `null` when the file does not exist; rethrows every other error. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** Whether the system reports that the file, or a folder on its path, does not exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error))
}

/** The code of a system error, such as `ENOSPC`; empty for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
