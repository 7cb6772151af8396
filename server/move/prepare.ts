import type { FileStore, Ports } from '#portfolio/ports.ts'
import { storeIdKey } from '#portfolio/store-keys.ts'
import { matchStore, readDatabaseId, readStoreId } from '#server/database/match-store.ts'
import { isCurrent, migrate } from '#server/database/migrate.ts'
import { markUnfinishedMove, refuseRunningSite, refuseUsedDatabase } from '#server/database/used-database.ts'
import { MoveRefused } from './move-refused.ts'
import { listKeys } from './copy-files.ts'

type Stores = Pick<Ports, 'db' | 'files'> & { readonly requireConditionalWrites: () => Promise<void> }

/** Reads the store id of a stopped site. Throws `MoveRefused`, `UsedDatabase`, `NewerDatabase` and `StoreMismatch`. */
export async function readMatchedStoreId({ db, files }: Stores): Promise<string> {
  await refuseRunningSite(db)
  const storeId = (await isCurrent(db)) && (await readDatabaseId(db))
  if (!storeId || (await readStoreId(files)) === null)
    throw new MoveRefused(
      'There is no site of this version to move: start the site once with this version, stop it, then repeat.',
    )
  await matchStore(db, files)
  return storeId
}

/**
 * Migrates and marks empty stores, or those of an interrupted move of this site, so that no site starts on them and no
 * other site can be moved into them. Throws `MoveRefused`, `UsedDatabase`, `NewerDatabase` and `BucketRefused`.
 */
export async function prepareTarget({ db, files, requireConditionalWrites }: Stores, storeId: string): Promise<void> {
  await refuseRunningSite(db)
  await refuseUsedDatabase(db, storeId)
  await refuseOtherStore(files, storeId)
  await migrate(db)
  await markUnfinishedMove(db, storeId)
  await files.write(storeIdKey, Buffer.from(storeId))
  await requireConditionalWrites()
}

async function refuseOtherStore(files: FileStore, storeId: string): Promise<void> {
  const foundId = await readStoreId(files)
  if (foundId === storeId) return
  const [file] = foundId === null ? await listKeys(files) : [storeIdKey]
  if (file !== undefined)
    throw new MoveRefused(`The target already contains the file ${file}: choose an empty bucket or folder.`)
}
