import { layoutOf } from '#portfolio/photo/show.ts'
import { imageIdOf } from '#portfolio/photo/image-of-photo.ts'
import { factNames, pressEntries, pressFields, pressKey, type FactKey } from '#portfolio/fact/fact.ts'
import type { Ports } from '#portfolio/ports.ts'
import { header, type ExportedProject } from './export.ts'
import { orderPrefix } from './file-names.ts'
import { nameOriginals, originalColumns } from './original.ts'

export async function readProject(db: Ports['db'], id: string) {
  const project = await db
    .selectFrom('projects')
    .select(['name', 'slug', 'position', 'publishedAt', 'details', 'coverImageId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { coverImageId, publishedAt, name, slug, position, details } = project
  const photos = await db
    .selectFrom('photos')
    .select(originalColumns)
    .select((eb) => ['id', 'place', 'kind', 'hidden', 'layout', 'layoutPartner', imageIdOf(eb).as('imageId')])
    .where('projectId', '=', id)
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
  const { originals, add } = nameOriginals()
  const coverPhoto = photos.find(({ place }) => place === 'cover')
  const gallery = photos.filter(({ place }) => place === 'gallery')
  const images = gallery.map((row, index) => ({
    ...add(orderPrefix(index, gallery.length), row),
    kind: row.kind,
    hidden: row.hidden === 1,
    layout: layoutOf(row, gallery[index + 1]),
  }))
  const content: ExportedProject = {
    ...header.project,
    name,
    slug,
    formerSlugs: await readFormerSlugs(db, id),
    position,
    draft: publishedAt === null,
    details,
    facts: await readFacts(db, id),
    coverImage: images[gallery.findIndex(({ imageId }) => imageId === coverImageId)]?.file ?? null,
    // The names of covers have a prefix of their own, so they are not compared with those of the images.
    coverPhoto: coverPhoto ? { ...add('cover', coverPhoto, new Set()), kind: coverPhoto.kind } : null,
    images,
  }
  return { content, originals }
}

async function readFormerSlugs(db: Ports['db'], projectId: string): Promise<string[]> {
  const rows = await db.selectFrom('formerSlugs').select('slug').where('projectId', '=', projectId).execute()
  // Not sorted by the database, because SQLite and PostgreSQL order letters differently.
  return rows.map(({ slug }) => slug).toSorted()
}

const factOrder: readonly FactKey[] = factNames.flatMap((name): FactKey[] => {
  if (name === 'press') return pressEntries.flatMap((entry) => pressFields.map((field) => pressKey(entry, field)))
  return name === 'testimonial' ? [name, 'testimonialAuthor'] : [name]
})

/** The filled facts in order. A removed sector is left out. */
async function readFacts(db: Ports['db'], projectId: string): Promise<ExportedProject['facts']> {
  const rows = await db
    .selectFrom('projectFacts')
    .leftJoin('sectors', (join) =>
      join.onRef('sectors.id', '=', 'projectFacts.text').on('sectors.deletedAt', 'is', null),
    )
    .select(['key', 'text', 'sectors.name as sector'])
    .where('projectId', '=', projectId)
    .execute()
  const textOf = (key: FactKey) => {
    const row = rows.find((one) => one.key === key)
    return (key === 'sector' ? row?.sector : row?.text) ?? ''
  }
  return Object.fromEntries(factOrder.map((key) => [key, textOf(key)] as const).filter(([, text]) => text !== ''))
}
