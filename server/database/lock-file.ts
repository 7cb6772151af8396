import { DatabaseSync } from 'node:sqlite'

/** Throws if it is locked. Node cannot lock files, but SQLite can, and the system releases a killed process's lock. */
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
