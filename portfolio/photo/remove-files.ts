import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'

/** Removes files, and resolves with whether all were removed. A failure is logged and does not stop the others. */
export async function removeFiles(
  { files, log }: Pick<Ports, 'files' | 'log'>,
  keys: readonly string[],
): Promise<boolean> {
  let removed = true
  for (const key of keys) {
    try {
      await files.remove(key)
    } catch (error) {
      if (!(error instanceof FileStoreFailed)) throw error
      log.error('a file could not be removed', { key, cause: String(error.cause) })
      removed = false
    }
  }
  return removed
}
