import { statSync } from 'node:fs'
import { DatabaseFailed } from '#portfolio/ports.ts'

/** The check throws `DatabaseFailed` if the file or its log was replaced: SQLite would keep writing to the old one. */
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
