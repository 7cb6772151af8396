import type { FileStore } from '#portfolio/ports.ts'
import { healthPrefix, storeIdKey, unownedPrefix } from '#portfolio/store-keys.ts'
import { hashFile } from '#server/backup/copy-file.ts'
import { forEachConcurrently } from '#server/storage/for-each-concurrently.ts'
import { MoveRefused } from './move-refused.ts'

interface CopiedFiles {
  /** The SHA-256 of all files by key. */
  readonly hashes: ReadonlyMap<string, string>
  /** How many of the files an interrupted move had already copied. */
  readonly alreadyCopied: number
}

const concurrency = 4

/** Copies all files and reads them back. Throws `MoveRefused` at the end if some differ from their hash in `originals`. */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  originals: ReadonlyMap<string, string>,
): Promise<CopiedFiles> {
  const hashes = new Map<string, string>()
  const damaged: string[] = []
  let alreadyCopied = 0
  await forEachConcurrently(await listKeys(from), concurrency, async (key) => {
    const { sha256, existed } = await copyFile(from, to, key)
    hashes.set(key, sha256)
    if (existed && key !== storeIdKey) alreadyCopied += 1
    if ((originals.get(key) ?? sha256) !== sha256) damaged.push(key)
  })
  if (damaged.length > 0)
    throw new MoveRefused(`These files are damaged: restore them, then repeat the move. ${damaged.join(', ')}`)
  return { hashes, alreadyCopied }
}

/** The keys of the site's files. Excludes keys that end with `/`: folders that the console of a bucket has created. */
export async function listKeys(files: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of files.list()) {
    if (!key.endsWith('/') && !key.startsWith(healthPrefix) && !key.startsWith(unownedPrefix)) keys.push(key)
  }
  return keys
}

async function copyFile(from: FileStore, to: FileStore, key: string): Promise<{ sha256: string; existed: boolean }> {
  const copied = await from.withLocalCopy(key, async (path) => {
    const { sha256 } = await hashFile(path)
    const existing = await to.withLocalCopy(key, hashFile)
    if (existing?.sha256 === sha256) return { sha256, existed: true }
    // After an interrupted move, the site was started again and replaced this file.
    if (existing !== null) await to.remove(key)
    await to.store(path, [key])
    if ((await to.withLocalCopy(key, hashFile))?.sha256 !== sha256)
      throw new MoveRefused(`The file ${key} was not copied correctly: repeat the move.`)
    return { sha256, existed: false }
  })
  if (copied) return copied
  throw new MoveRefused(`The file ${key} disappeared: is the site running? Stop it, then repeat.`)
}
