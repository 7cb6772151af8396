import type { Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'
import type { ReferencedOriginal } from './sqlite/snapshot.ts'

/** Lists originals, except those of projects and photos removed before `removedBefore` that no image still shows. */
export async function readOriginals(db: Kysely<Tables>, removedBefore: Date): Promise<ReferencedOriginal[]> {
  const before = removedBefore.toISOString()
  const former = await readShownFormerPhotos(db, before)
  const originals = await db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(['photos.id as photoId', 'photos.storageKey', 'photos.bytes', 'photos.sha256'])
    .select('photos.deletedAt')
    .where((eb) => eb.or([eb('projects.deletedAt', 'is', null), eb('projects.deletedAt', '>=', before)]))
    .orderBy('photos.storageKey')
    .execute()
  return originals
    .filter(({ photoId, deletedAt }) => deletedAt === null || deletedAt >= before || former.has(photoId))
    .map(({ deletedAt: _, ...original }) => original)
}

/** The ids of former photos that images still show, or would show again if they were restored from the bin. */
async function readShownFormerPhotos(db: Kysely<Tables>, before: string): Promise<ReadonlySet<string | null>> {
  const tables = await db.introspection.getTables()
  const columns = new Set(tables.find(({ name }) => name === 'photos')?.columns.map(({ name }) => name))
  // Before this version has been started on the database, columns may be missing.
  if (!columns.has('formerId')) return new Set()
  const rows = await db
    .selectFrom('photos')
    .select('formerId')
    .where((eb) => {
      const shown = eb('deletedAt', 'is', null)
      const inBin = columns.has('removalId') && eb.and([eb('removalId', 'is not', null), eb('deletedAt', '>=', before)])
      return inBin ? eb.or([shown, inBin]) : shown
    })
    .execute()
  return new Set(rows.map(({ formerId }) => formerId))
}

/** The recorded SHA-256 of all originals, by storage key. */
export async function readOriginalHashes(db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  const originals = await db.selectFrom('photos').select(['storageKey', 'sha256']).execute()
  return new Map(originals.map(({ storageKey, sha256 }) => [storageKey, sha256]))
}
