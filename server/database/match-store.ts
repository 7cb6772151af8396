import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { FileStore } from '#portfolio/ports.ts'
import { isPhotoFile, storeIdKey } from '#portfolio/store-keys.ts'
import type { Tables } from '#portfolio/tables.ts'
import { isMoveMark } from './used-database.ts'

export class StoreMismatch extends Error {
  override readonly name = 'StoreMismatch'
}

const advice = 'Check DATA_DIR and DATABASE_URL, or restore a backup.'

/**
 * Checks that the database and the files belong to the same site, and records a missing store id. Otherwise throws
 * `StoreMismatch`: the clean-up would delete the files.
 */
export async function matchStore(db: Kysely<Tables>, files: FileStore): Promise<void> {
  const [databaseId, storeId] = [await readDatabaseId(db), await readStoreId(files)]
  if (databaseId !== null && isMoveMark(databaseId))
    throw new StoreMismatch('A move into this database was not finished: run ‘npm run move’ again, or empty it.')
  if (databaseId !== null && databaseId === storeId) return
  if (databaseId !== null && storeId !== null)
    throw new StoreMismatch(`The database and the files belong to different sites. ${advice}`)
  // If an id is missing, they match if an original of the database is in the store, or if neither has photos.
  const originals = await db.selectFrom('photos').select('storageKey').execute()
  if (originals.length === 0) await refuseFilesWithoutDatabase(files)
  else if (!(await hasAny(files, originals))) {
    const disk = 'Check DATA_DIR and that its disk is mounted, or restore a backup.'
    throw new StoreMismatch(`The database has ${originals.length} photos, but none of their files is there. ${disk}`)
  }
  const id = await recordDatabaseId(db, storeId ?? databaseId ?? randomUUID())
  if (storeId === null) await files.write(storeIdKey, Buffer.from(id))
}

/** Throws `StoreMismatch` if the store has files of photos. To be called if a database is missing or has no photos. */
export async function refuseFilesWithoutDatabase(files: FileStore): Promise<void> {
  for await (const key of files.list()) {
    if (!isPhotoFile(key)) continue
    throw new StoreMismatch(`There are photos, but their database is missing or empty. ${advice}`)
  }
}

async function hasAny(files: FileStore, originals: readonly { storageKey: string }[]): Promise<boolean> {
  for (const { storageKey } of originals) if (await files.stat(storageKey)) return true
  return false
}

export async function readDatabaseId(db: Kysely<Tables>): Promise<string | null> {
  const row = await db.selectFrom('storeIdentity').select('storeId').executeTakeFirst()
  return row?.storeId ?? null
}

/** Records `storeId`, unless another process has recorded an id in the meantime. Returns the recorded id. */
async function recordDatabaseId(db: Kysely<Tables>, storeId: string): Promise<string> {
  await db
    .insertInto('storeIdentity')
    .values({ id: 1, storeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readDatabaseId(db)) ?? storeId
}

export async function readStoreId(files: FileStore): Promise<string | null> {
  const file = await files.open(storeIdKey)
  return file && (await new Response(file.stream).text()).trim()
}
