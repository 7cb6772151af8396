import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a file until the returned function is called. Throws if it is locked. Node cannot lock files, but SQLite can.
 * The operating system releases the locks of a killed process.
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
