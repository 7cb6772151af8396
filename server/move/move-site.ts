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
  /** How many of the files an interrupted move had copied. */
  readonly alreadyThere: number
  /** Originals that were missing before. */
  readonly missing: readonly string[]
}

/**
 * Copies a site that is stopped into stores that `prepareTarget` has marked, or continues a move that was interrupted. The rows
 * are last and in one transaction: before it, no site starts there. Changes nothing in the source.
 */
export async function moveSite(from: Stores, to: Stores, storeId: string): Promise<MovedSite> {
  const originals = await readOriginalHashes(from.db)
  await refuseSetAside(from.files, originals.keys())
  const { hashes, alreadyThere } = await copyFiles(from.files, to.files, originals)
  const rows = await copyRows(from.db, to.db, async (source, target) => {
    for (const [key, sha256] of await readOriginalHashes(source))
      if (originals.get(key) !== sha256)
        throw new MoveRefused('A photo was added during the move: is the site running? Stop it, then repeat.')
    await removeMoveMark(target, storeId)
  })
  return { rows, files: hashes.size, alreadyThere, missing: [...originals.keys()].filter((key) => !hashes.has(key)) }
}

/** A start moves back files that were set aside although a photo owns them. */
async function refuseSetAside(files: FileStore, originals: Iterable<string>): Promise<void> {
  const owned = new Set(originals)
  for await (const key of files.list(unownedPrefix))
    if (owned.has(key.slice(unownedPrefix.length)))
      throw new MoveRefused('Some photos are set aside: start the site, stop it after a minute, then repeat the move.')
}
