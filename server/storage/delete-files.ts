import { rm } from 'node:fs/promises'

/** Deletes files; missing ones are ignored. Tries all of them before it throws the first system error. */
export async function deleteFiles(paths: readonly string[]): Promise<void> {
  const results = await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
