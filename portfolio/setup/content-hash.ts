import { createHash } from 'node:crypto'
import type { Ports } from '#portfolio/ports.ts'

/**
 * A hash of what admins can change: projects and their pictures, including removed ones, and the studio. `null` if the
 * site is closed, or if it was claimed and fewer than four screens of the setup are left.
 */
export async function hashContent(db: Ports['db']): Promise<string | null> {
  const setup = await db.selectFrom('siteSetup').selectAll().executeTakeFirst()
  const screensLeft = setup ? setup.wordsLeft + setup.picturesLeft + setup.samplesLeft + setup.openingLeft : 0
  if (setup?.visibility === 'closed' || (setup?.claimUsedAt && screensLeft < 4)) return null
  const tables = await Promise.all([
    readProjects(db),
    readPhotos(db),
    db.selectFrom('studioTexts').select(['key', 'text', 'version', 'sample']).execute(),
    readValues(db),
    db.selectFrom('studioLinks').select(['position', 'label', 'href', 'sample', 'deletedAt']).execute(),
    db.selectFrom('projectFacts').selectAll().execute(),
    db.selectFrom('sectors').selectAll().execute(),
    db.selectFrom('formerSlugs').selectAll().execute(),
    db.selectFrom('oldAddresses').selectAll().execute(),
    db.selectFrom('privateLinks').selectAll().execute(),
  ])
  // Not sorted by the database, because SQLite and PostgreSQL order capitals and null differently.
  const rows = tables.map((table) => table.map((row) => JSON.stringify(row)).toSorted())
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

async function readProjects(db: Ports['db']) {
  const rows = await db
    .selectFrom('projects')
    .select(['requestId', 'name', 'slug', 'details', 'position', 'nameVersion', 'detailsVersion'])
    .select(['publishedAt', 'publishAt', 'coverImageId', 'deletedAt', 'moveId'])
    .execute()
  return rows.map(({ publishedAt, ...row }) => ({ ...row, draft: publishedAt === null }))
}

async function readPhotos(db: Ports['db']) {
  const rows = await db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(['requestId', 'place', 'photos.position', 'sha256', 'alt', 'caption', 'captionVersion', 'credit', 'kind'])
    .select(['focalX', 'focalY', 'hidden', 'uploadId', 'imageId', 'replacedId', 'removalId', 'shownProjectId'])
    .select(['photos.deletedAt', 'photos.moveId', 'layout'])
    .execute()
  // Layouts are newer than the stored hash, which has none.
  return rows.map(({ layout, ...row }) => (layout === 'automatic' ? row : { ...row, layout }))
}

function readValues(db: Ports['db']) {
  return db
    .selectFrom('studioValues')
    .select(['position', 'title', 'titleVersion', 'text', 'textVersion', 'drawing', 'photoId', 'sample', 'deletedAt'])
    .execute()
}
