import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a file, and returns a function that unlocks it. Throws if it is locked. Node has no file locks, but SQLite has;
 * the system releases those of a killed process.
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
