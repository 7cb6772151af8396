import type { Ports } from '#portfolio/ports.ts'
import { copyRows } from '#server/database/copy-rows.ts'
import { readOriginalHashes } from '#server/database/originals.ts'
import { copyFiles } from './copy-files.ts'

type Stores = Pick<Ports, 'db' | 'files'>

export interface MovedSite {
  readonly rows: number
  readonly files: number
  /** How many of the files an interrupted move had copied. */
  readonly existed: number
  /** Originals that were missing before. */
  readonly missing: readonly string[]
}

/**
 * Copies a site that is stopped into an empty database and an empty file store, or continues a move that was interrupted.
 * The rows are last and in one transaction: before it, no site starts there. The source is only read. `refuseRunning`
 * throws if the site runs.
 */
export async function moveSite(from: Stores, to: Stores, refuseRunning: () => Promise<void>): Promise<MovedSite> {
  await refuseRunning()
  const originals = await readOriginalHashes(from.db)
  const { keys, existed } = await copyFiles(from.files, to.files, originals)
  await refuseRunning()
  const rows = await copyRows(from.db, to.db)
  return { rows, files: keys.size, existed, missing: [...originals.keys()].filter((key) => !keys.has(key)) }
}
