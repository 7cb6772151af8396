import { DatabaseSync } from 'node:sqlite'

/**
 * Locks the file, creating it if it is missing, until the returned function is called or the process ends. Throws if
 * another process has locked it. Node cannot lock files, but SQLite can, and the operating system releases the lock of a
 * killed process.
 */
export function lockFile(path: string): () => void {
  const connection = new DatabaseSync(path)
  try {
    connection.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    connection.close()
    throw error
  }
  return () => connection.close()
}
