import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#portfolio/ports.ts'
import { healthPrefix, unownedPrefix } from '#portfolio/store-keys.ts'

/** A site cannot be moved. The message says what the operator can do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
}

interface CopiedFiles {
  readonly keys: ReadonlySet<string>
  /** How many of them an interrupted move had copied. */
  readonly existed: number
}

const concurrency = 4

/**
 * Copies all files that belong to the site and reads each one back. Files that no photo owns, which would be deleted, are
 * left out. `originals` are the recorded SHA-256 by key: throws `MoveRefused` if a file has another one, or if `to` has
 * files of another site.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  originals: ReadonlyMap<string, string>,
): Promise<CopiedFiles> {
  const keys = await listKeys(from)
  for (const key of await listKeys(to))
    if (!keys.has(key))
      throw new MoveRefused(`There is the file ${key} of another site: choose an empty bucket or folder.`)
  let existed = 0
  const waiting = keys.values()
  const copyWaiting = async () => {
    for (const key of waiting) if (!(await copyFile(from, to, key, originals.get(key)))) existed += 1
  }
  await Promise.all(Array.from({ length: concurrency }, copyWaiting))
  return { keys, existed }
}

async function listKeys(files: FileStore): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const key of files.list())
    if (!key.startsWith(healthPrefix) && !key.startsWith(unownedPrefix)) keys.add(key)
  return keys
}

/** `false` if the file was there already. */
async function copyFile(from: FileStore, to: FileStore, key: string, recorded: string | undefined): Promise<boolean> {
  const result = await from.withLocalCopy(key, async (path) => {
    const sha256 = await hashFile(path)
    if (recorded && recorded !== sha256)
      throw new MoveRefused(`The file ${key} is damaged: restore it from a backup, then repeat the move.`)
    const existing = await to.withLocalCopy(key, hashFile)
    if (existing === sha256) return false
    if (existing !== null) await to.remove(key)
    await to.store(path, [key])
    if ((await to.withLocalCopy(key, hashFile)) !== sha256)
      throw new MoveRefused(`The file ${key} is different after it was copied: repeat the move.`)
    return true
  })
  if (result === null) throw new MoveRefused(`The file ${key} disappeared: is the site running? Stop it, then repeat.`)
  return result
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
