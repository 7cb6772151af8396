import { rm } from 'node:fs/promises'

/** Removes files, missing ones too. Tries every one before it throws what the system said of the first that stays. */
export async function removeAll(paths: readonly string[]): Promise<void> {
  const tries = await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
  const failed = tries.find((tried) => tried.status === 'rejected')
  if (failed) throw failed.reason
}
