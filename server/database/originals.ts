import type { Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'
import type { ReferencedOriginal } from './sqlite-snapshot.ts'

/** Lists the originals that rows refer to, without photos and projects removed before `removedBefore`. */
export function readOriginals(db: Kysely<Tables>, removedBefore: Date): Promise<ReferencedOriginal[]> {
  const before = removedBefore.toISOString()
  return db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(['photos.id as photoId', 'photos.storageKey', 'photos.bytes', 'photos.sha256'])
    .where((of) => of.or([of('photos.deletedAt', 'is', null), of('photos.deletedAt', '>=', before)]))
    .where((of) => of.or([of('projects.deletedAt', 'is', null), of('projects.deletedAt', '>=', before)]))
    .orderBy('photos.storageKey')
    .execute()
}
