import type { Ports } from '#portfolio/ports.ts'

/** The sample projects whose texts and photos nobody has changed. */
export function sampleProjects(db: Ports['db']) {
  return db
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
}

export async function hasSampleProjects(db: Ports['db']): Promise<boolean> {
  return (await sampleProjects(db).select('id').limit(1).executeTakeFirst()) !== undefined
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
