import type { ExpressionBuilder } from 'kysely'
import type { Ports } from '#portfolio/ports.ts'
import type { Tables } from '#portfolio/tables.ts'

/** Selects the sample projects whose texts and photos nobody has changed. */
export function selectSampleProjects(db: Ports['db']) {
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
  return (await selectSampleProjects(db).select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The SHA-256 of each gallery image of a sample project; `null` if the database has no such project. */
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

/** Selects the sample hero and portrait. Photos that an admin adds have an `uploadId`. */
export function selectSampleStudioPhotos(db: Ports['db']) {
  return db
    .selectFrom('photos')
    .where('projectId', 'is', null)
    .where('place', 'in', ['hero', 'portrait'])
    .where('uploadId', 'is', null)
    .where('deletedAt', 'is', null)
}

/** Selects the sample texts that nobody has changed. */
export function selectSampleTexts(db: Ports['db']) {
  return db.selectFrom('studioTexts').where('sample', '=', 1).where('version', '=', 1)
}

/** Selects the sample values whose texts and pictures nobody has changed. */
export function selectSampleValues(db: Ports['db']) {
  return db
    .selectFrom('studioValues')
    .where('sample', '=', 1)
    .where('titleVersion', '=', 1)
    .where('textVersion', '=', 1)
    .where('photoId', 'is', null)
    .where('deletedAt', 'is', null)
}

export function selectSampleLinks(db: Ports['db']) {
  return db.selectFrom('studioLinks').where('sample', '=', 1).where('deletedAt', 'is', null)
}

/** Selects the sectors of removed sample projects that no remaining project has, unless they were renamed. */
export function selectUnusedSampleSectors(db: Ports['db']) {
  const projectsOfSector = (eb: ExpressionBuilder<Tables, 'sectors'>) =>
    eb
      .selectFrom('projectFacts')
      .innerJoin('projects', 'projects.id', 'projectFacts.projectId')
      .select('projects.id')
      .where('key', '=', 'sector')
      .whereRef('projectFacts.text', '=', 'sectors.id')
  return db
    .selectFrom('sectors')
    .where('sectors.deletedAt', 'is', null)
    .where('sectors.version', '=', 1)
    .where((eb) => eb.exists(projectsOfSector(eb).where('requestId', 'like', 'sample:%')))
    .where((eb) => eb.not(eb.exists(projectsOfSector(eb).where('projects.deletedAt', 'is', null))))
}
