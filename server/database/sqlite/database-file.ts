import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseFailed } from '#portfolio/ports.ts'

/** The name of the SQLite database in the data folder and in a backup. */
export const databaseName = 'enfilade.db'

export function databasePath(folder: string): string {
  return join(folder, databaseName)
}

/**
 * Returns a check that throws `DatabaseFailed` if the file or its log was deleted, moved or replaced: SQLite would
 * continue to use the old one.
 */
export function trackDatabaseFile(path: string): () => void {
  const identities = new Map<string, string | null>([path, `${path}-wal`].map((file) => [file, identify(file)]))
  return () => {
    for (const [file, known] of identities) {
      const current = identify(file)
      if (known === null) identities.set(file, current)
      else if (current !== known)
        throw new DatabaseFailed(new Error(`${file} was deleted, moved or replaced: restart the site`))
    }
  }
}

function identify(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}
