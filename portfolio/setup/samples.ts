import type { ExpressionBuilder } from 'kysely'
import type { Ports } from '#portfolio/ports.ts'
import type { Tables } from '#portfolio/tables.ts'

/** The sample projects whose texts and photos nobody has changed. */
export function sampleProjects(db: Ports['db']) {
  return (
    db
      .selectFrom('projects')
      .where('deletedAt', 'is', null)
      .where('requestId', 'like', 'sample:%')
      .where('nameVersion', '=', 1)
      .where('detailsVersion', '=', 1)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('photos')
              .select('photos.id')
              .whereRef('photos.projectId', '=', 'projects.id')
              .where('uploadId', 'is not', null),
          ),
        ),
      )
      // Includes versions of facts. `savedBy` is null for samples, because no user saved them.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('textVersions')
              .select('textKey')
              .whereRef('textVersions.projectId', '=', 'projects.id')
              .where('savedBy', 'is not', null),
          ),
        ),
      )
  )
}

export async function hasSampleProjects(db: Ports['db']): Promise<boolean> {
  return (await sampleProjects(db).select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The hashes of the images in the gallery of a sample project; `null` if it was never added. */
export async function findSampleImages(db: Ports['db'], requestId: string): Promise<ReadonlySet<string> | null> {
  const rows = await db
    .selectFrom('projects')
    .leftJoin('photos', (join) =>
      join
        .onRef('photos.projectId', '=', 'projects.id')
        .on('photos.place', '=', 'gallery')
        .on('photos.deletedAt', 'is', null),
    )
    .select('sha256')
    .where('requestId', '=', requestId)
    .execute()
  return rows.length === 0 ? null : new Set(rows.flatMap(({ sha256 }) => sha256 ?? []))
}

/** The sample hero and portrait. Photos that an admin adds have an `uploadId`. */
export function sampleStudioPhotos(db: Ports['db']) {
  return db
    .selectFrom('photos')
    .where('projectId', 'is', null)
    .where('place', 'in', ['hero', 'portrait'])
    .where('uploadId', 'is', null)
    .where('deletedAt', 'is', null)
}

/** The sample texts that nobody has changed. */
export function sampleTexts(db: Ports['db']) {
  return db.selectFrom('studioTexts').where('sample', '=', 1).where('version', '=', 1)
}

/** The sample values whose texts and pictures nobody has changed. */
export function sampleValues(db: Ports['db']) {
  return db
    .selectFrom('studioValues')
    .where('sample', '=', 1)
    .where('titleVersion', '=', 1)
    .where('textVersion', '=', 1)
    .where('photoId', 'is', null)
    .where('deletedAt', 'is', null)
}

export function sampleLinks(db: Ports['db']) {
  return db.selectFrom('studioLinks').where('sample', '=', 1).where('deletedAt', 'is', null)
}

/** Sectors of sample projects that no project has any more. */
export function unusedSampleSectors(db: Ports['db']) {
  const projectsOfSector = (of: ExpressionBuilder<Tables, 'sectors'>) =>
    of
      .selectFrom('projectFacts')
      .innerJoin('projects', 'projects.id', 'projectFacts.projectId')
      .select('projects.id')
      .where('key', '=', 'sector')
      .whereRef('projectFacts.text', '=', 'sectors.id')
  return db
    .selectFrom('sectors')
    .where('sectors.deletedAt', 'is', null)
    .where('sectors.version', '=', 1)
    .where((of) => of.exists(projectsOfSector(of).where('requestId', 'like', 'sample:%')))
    .where((of) => of.not(of.exists(projectsOfSector(of).where('projects.deletedAt', 'is', null))))
}
