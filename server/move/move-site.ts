import type { FileStore, Ports } from '#portfolio/ports.ts'
import { unownedPrefix } from '#portfolio/store-keys.ts'
import { copyRows } from '#server/database/copy-rows.ts'
import { readOriginalHashes } from '#server/database/originals.ts'
import { removeMoveMark } from '#server/database/used-database.ts'
import { copyFiles } from './copy-files.ts'
import { MoveRefused } from './move-refused.ts'

type Stores = Pick<Ports, 'db' | 'files'>

export interface MovedSite {
  readonly rows: number
  readonly files: number
  /** How many of the files an interrupted move had already copied. */
  readonly alreadyCopied: number
  /** The keys of originals that were missing from the source. */
  readonly missing: readonly string[]
}

/**
 * Copies a stopped site into stores that `prepareTarget` has marked, or continues an interrupted move; the source stays
 * unchanged. Copies the rows last: until they are committed, no site starts on the target.
 */
export async function moveSite(from: Stores, to: Stores, storeId: string): Promise<MovedSite> {
  const originals = await readOriginalHashes(from.db)
  await refuseSetAside(from.files, originals.keys())
  const { hashes, alreadyCopied } = await copyFiles(from.files, to.files, originals)
  const rows = await copyRows(from.db, to.db, async (source, target) => {
    for (const [key, sha256] of await readOriginalHashes(source))
      if (originals.get(key) !== sha256)
        throw new MoveRefused('A photo was added during the move: is the site running? Stop it, then repeat.')
    await removeMoveMark(target, storeId)
  })
  return { rows, files: hashes.size, alreadyCopied, missing: [...originals.keys()].filter((key) => !hashes.has(key)) }
}

/** Throws `MoveRefused` if files are set aside although a photo owns them: the site moves them back when it starts. */
async function refuseSetAside(files: FileStore, originals: Iterable<string>): Promise<void> {
  const owned = new Set(originals)
  for await (const key of files.list(unownedPrefix))
    if (owned.has(key.slice(unownedPrefix.length)))
      throw new MoveRefused('Some photos are set aside: start the site, stop it after a minute, then repeat the move.')
}
