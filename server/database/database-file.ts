import { statSync } from 'node:fs'
import { DatabaseFailed } from '#portfolio/ports.ts'

/**
 * Returns a function that throws `DatabaseFailed` once the open database file or its write-ahead log was deleted, moved
 * or replaced: SQLite keeps writing to the files that it has open, which the next start does not find.
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

/** `null` if the file is missing. */
function identify(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}
