import { findLogo } from '#portfolio/logo/show.ts'
import type { Ports } from '#portfolio/ports.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import { studioTextLimits, type StudioText } from '#portfolio/studio/text-limits.ts'
import { header, type ExportedStudio } from './export.ts'
import { nameOriginals, originalColumns } from './original.ts'

type Db = Ports['db']

export async function readStudio(db: Db) {
  const { originals, add } = nameOriginals()
  const addAs = async (prefix: string, id: string | null | undefined) => {
    const row = id ? await findPhoto(db, id) : undefined
    return row ? add(prefix, row) : null
  }
  const addShown = async (place: 'hero' | 'portrait') => {
    const shown = await findNewestPhoto(db, place)
    const photo = await addAs(place, shown?.id)
    return photo && { ...photo, shows: shown?.shows ?? null }
  }
  const values: ExportedStudio['values'] = []
  for (const { photoId, ...value } of await listValues(db))
    values.push({ ...value, photo: await addAs(`value${values.length + 1}`, photoId) })
  const content: ExportedStudio = {
    ...header.studio,
    texts: await readTexts(db),
    sectors: (await listSectors({ db })).map(({ name }) => name),
    links: await listLinks(db),
    values,
    hero: await addShown('hero'),
    portrait: await addShown('portrait'),
    logo: await addAs('logo', await findLogo({ db })),
    oldAddresses: await listOldAddresses(db),
  }
  return { content, originals }
}

async function readTexts(db: Db): Promise<ExportedStudio['texts']> {
  const rows = await db.selectFrom('studioTexts').select(['key', 'text']).where('text', '!=', '').execute()
  const texts = new Map(rows.map(({ key, text }) => [key, text]))
  const keys = Object.keys(studioTextLimits) as StudioText[]
  return Object.fromEntries(keys.flatMap((key) => (texts.has(key) ? [[key, texts.get(key)]] : [])))
}

function listLinks(db: Db) {
  return db
    .selectFrom('studioLinks')
    .select(['href', 'label'])
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
}

function listValues(db: Db) {
  return db
    .selectFrom('studioValues')
    .select(['title', 'text', 'drawing', 'photoId'])
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The photo that `findStudioPhotos` chooses. `shows` is the slug of a published project. */
function findNewestPhoto(db: Db, place: 'hero' | 'portrait') {
  return db
    .selectFrom('photos')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.id', '=', 'photos.shownProjectId')
        .on('projects.deletedAt', 'is', null)
        .on('projects.publishedAt', 'is not', null),
    )
    .select(['photos.id', 'projects.slug as shows'])
    .where('photos.projectId', 'is', null)
    .where('photos.place', '=', place)
    .where('photos.deletedAt', 'is', null)
    .orderBy('photos.createdAt', 'desc')
    .executeTakeFirst()
}

function findPhoto(db: Db, id: string) {
  return db
    .selectFrom('photos')
    .select(originalColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** The addresses by path, without those of projects in the bin. */
async function listOldAddresses(db: Db): Promise<ExportedStudio['oldAddresses']> {
  const rows = await db
    .selectFrom('oldAddresses')
    .leftJoin('projects', (join) =>
      join.onRef('projects.id', '=', 'oldAddresses.projectId').on('projects.deletedAt', 'is', null),
    )
    .select(['path', 'page', 'slug'])
    .where('oldAddresses.deletedAt', 'is', null)
    .execute()
  const addresses = rows.flatMap(({ path, page, slug }) => {
    // Encoded, because an import decodes addresses.
    const exported = { path: encodeURI(path) }
    if (page !== null) return { ...exported, page }
    return slug === null ? [] : { ...exported, project: slug }
  })
  // Not sorted by the database, because SQLite and PostgreSQL order punctuation differently.
  return addresses.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
