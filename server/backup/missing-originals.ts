import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unownedPrefix } from '#portfolio/store-keys.ts'
import { listOriginals, markRemoved, type ReferencedOriginal } from '#server/database/sqlite/snapshot.ts'
import { nullIfMissing } from '#server/storage/durable-write.ts'
import { BackupRefused } from './backup-refused.ts'

/**
 * Marks photos without an original as removed in a copy of the database; resolves with the paths of these originals.
 * Throws `BackupRefused` if all are missing and `files` is empty.
 */
export async function removePhotosWithoutOriginals(copy: string, dataDir: string): Promise<string[]> {
  const missing: ReferencedOriginal[] = []
  const originals = listOriginals(copy)
  for (const original of originals) if (!(await exists(dataDir, original))) missing.push(original)
  if (missing.length === 0) return []
  const files = join(dataDir, 'files')
  if (missing.length === originals.length && ((await readdir(files).catch(nullIfMissing)) ?? []).length === 0)
    throw new BackupRefused(`There are no files in ${files}: if they are on another disk, mount it, then try again.`)
  const ids = missing.map(({ photoId }) => photoId)
  // The date is far enough in the past that the clean-up deletes them.
  markRemoved(copy, ids, new Date(0))
  return missing.map(({ storageKey }) => `files/${storageKey}`)
}

/** Also finds a file that was set aside: the site moves it back when it starts. */
async function exists(dataDir: string, { storageKey }: ReferencedOriginal): Promise<boolean> {
  for (const key of [storageKey, unownedPrefix + storageKey])
    if (await stat(join(dataDir, 'files', key)).catch(nullIfMissing)) return true
  return false
}
