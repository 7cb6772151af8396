import type { Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'
import type { ReferencedOriginal } from './sqlite-snapshot.ts'

/** Lists originals, without those of projects and unshown photos that were removed before `removedBefore`. */
export async function readOriginals(db: Kysely<Tables>, removedBefore: Date): Promise<ReferencedOriginal[]> {
  const before = removedBefore.toISOString()
  const former = await readFormerPhotosShown(db)
  const originals = await db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(['photos.id as photoId', 'photos.storageKey', 'photos.bytes', 'photos.sha256'])
    .select('photos.deletedAt')
    .where((of) => of.or([of('projects.deletedAt', 'is', null), of('projects.deletedAt', '>=', before)]))
    .orderBy('photos.storageKey')
    .execute()
  return originals
    .filter(({ photoId, deletedAt }) => deletedAt === null || deletedAt >= before || former.has(photoId))
    .map(({ deletedAt: _, ...original }) => original)
}

// Before this version has been started on the database, the column does not exist.
async function readFormerPhotosShown(db: Kysely<Tables>): Promise<ReadonlySet<string | null>> {
  const tables = await db.introspection.getTables()
  const photos = tables.find(({ name }) => name === 'photos')
  if (!photos?.columns.some(({ name }) => name === 'formerId')) return new Set()
  const rows = await db.selectFrom('photos').select('formerId').where('deletedAt', 'is', null).execute()
  return new Set(rows.map(({ formerId }) => formerId))
}

/** The recorded SHA-256 of all originals by key. */
export async function readOriginalHashes(db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  const originals = await db.selectFrom('photos').select(['storageKey', 'sha256']).execute()
  return new Map(originals.map(({ storageKey, sha256 }) => [storageKey, sha256]))
}
