import { z } from 'zod'
import { recordFact } from '#portfolio/health/fact.ts'
import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import { currentRecipe, derivativesPrefix, olderRecipes } from '#portfolio/derivative/derivatives.ts'
import { removeFiles } from './remove-files.ts'
import { setAsideRetentionMs, unownedRetentionMs } from '#portfolio/bin/retention.ts'
import { isPhotoFile, unownedPrefix } from '#portfolio/store-keys.ts'

/** Above both limits, or while no file has an owner, nothing is collected: the database is probably the wrong one. */
const maxCollected = { files: 20, share: 0.05 }

type OwningRow = Pick<PhotosTable, 'id' | 'storageKey' | 'recipe' | 'formerRecipe'>

/** The last collection: whether it was refused, the number of orphan files (`files`) and of all files (`total`). */
export const collectionFact = {
  key: 'collection',
  schema: z.object({ refused: z.boolean(), files: z.number(), total: z.number() }),
}

/** Sets orphan files aside, and moves those back that have an owner again. Resolves with the number set aside. */
export async function collectOrphanFiles(ports: Pick<Ports, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  await moveOwnedFilesBack(ports)
  const { orphans, owned, total } = await findOrphanFiles(ports)
  const isTooMany = orphans.length > maxCollected.files && orphans.length > total * maxCollected.share
  const refused = isTooMany || (orphans.length > 0 && owned === 0)
  await recordFact(ports, collectionFact, { refused, files: orphans.length, total })
  if (refused) {
    ports.log.error('too many files belong to no photo: nothing was collected', { files: orphans.length, total })
    return 0
  }
  let collected = 0
  for (const key of orphans) {
    if (!(await moveFile(ports, key, unownedPrefix + key))) continue
    ports.log.info('orphan file set aside', { key })
    collected += 1
  }
  return collected
}

/** Finds the files that no row owns and that are older than `unownedRetentionMs`; counts the owned and all files. */
export async function findOrphanFiles({
  db,
  files,
  now,
}: Pick<Ports, 'db' | 'files' | 'now'>): Promise<{ orphans: string[]; owned: number; total: number }> {
  const before = now().getTime() - unownedRetentionMs
  // Rows are read before files: a file whose row is inserted later is too new to be collected.
  const isOwned = ownedBy(await readOwningRows(db))
  const orphans: string[] = []
  let owned = 0
  let total = 0
  for await (const key of files.list()) {
    if (!isPhotoFile(key)) continue
    total += 1
    if (isOwned(key)) {
      owned += 1
      continue
    }
    const file = await files.stat(key)
    if (file && file.changedAt.getTime() < before) orphans.push(key)
  }
  return { orphans, owned, total }
}

/** Deletes files that were set aside `setAsideRetentionMs` ago and still have no owner; none if there are no photos. */
export async function expireUnownedFiles(ports: Pick<Ports, 'db' | 'files' | 'now' | 'log'>): Promise<void> {
  const before = ports.now().getTime() - setAsideRetentionMs
  const unowned = await listSetAsideKeys(ports.files)
  if (unowned.length === 0) return
  const rows = await readOwningRows(ports.db)
  if (rows.length === 0) return
  const isOwned = ownedBy(rows)
  for (const key of unowned) {
    if (isOwned(key.slice(unownedPrefix.length))) continue
    const file = await ports.files.stat(key)
    if (file && file.changedAt.getTime() < before) await removeFiles(ports, [key])
  }
}

/** Moves files back that were set aside and have an owner again, for example after a newer database was restored. */
export async function moveOwnedFilesBack(ports: Pick<Ports, 'db' | 'files' | 'log'>): Promise<void> {
  const unowned = await listSetAsideKeys(ports.files)
  if (unowned.length === 0) return
  const isOwned = ownedBy(await readOwningRows(ports.db))
  for (const key of unowned) {
    const original = key.slice(unownedPrefix.length)
    if (!isOwned(original) || (await ports.files.stat(original))) continue
    if (await moveFile(ports, key, original)) ports.log.info('set-aside file moved back', { key: original })
  }
}

async function listSetAsideKeys(files: Ports['files']): Promise<string[]> {
  const keys: string[] = []
  for await (const key of files.list(unownedPrefix)) keys.push(key)
  return keys
}

/** Resolves with whether the file was moved. A failure is logged and does not stop the others. */
async function moveFile({ files, log }: Pick<Ports, 'files' | 'log'>, from: string, to: string): Promise<boolean> {
  try {
    await files.move(from, to)
    return true
  } catch (error) {
    if (!(error instanceof FileStoreFailed)) throw error
    log.error('a file could not be moved', { key: from, cause: String(error.cause) })
    return false
  }
}

function readOwningRows(db: Ports['db']): Promise<OwningRow[]> {
  return db.selectFrom('photos').select(['id', 'storageKey', 'recipe', 'formerRecipe']).execute()
}

function ownedBy(rows: readonly OwningRow[]): (key: string) => boolean {
  const originals = new Set(rows.map((row) => row.storageKey))
  const derivatives = new Set<string>()
  for (const { id, recipe, formerRecipe } of rows) {
    // Older derivatives are owned until they expire. An interrupted update may leave some of an intermediate recipe.
    const older = formerRecipe || recipe !== currentRecipe ? olderRecipes(currentRecipe) : []
    for (const version of [currentRecipe, ...older]) derivatives.add(derivativesPrefix(id, version))
  }
  // `derivatives/{id}/{recipe}/`; crops are in folders below.
  const prefixOf = (key: string) => `${key.split('/').slice(0, 3).join('/')}/`
  return (key) => originals.has(key) || derivatives.has(prefixOf(key))
}
