import type { Audience } from '#portfolio/audience.ts'
import type { FactName } from '#portfolio/fact/fact.ts'
import { factsOf } from '#portfolio/fact/show.ts'
import { coversOf, galleryOf, photosOf } from '#portfolio/photo/show.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { ProjectsTable } from '#portfolio/tables.ts'
import { findProjectId } from '#portfolio/project-address/show.ts'
import { parseAddress } from '#portfolio/project-address/slug.ts'
import { selectProjects, selectProjectsInOrder } from './order.ts'
import type { Project, ProjectCard, ProjectCaption, ProjectNeighbour } from './project.ts'

export async function listProjects(
  { db }: Pick<Ports, 'db'>,
  audience: Audience = 'everyone',
  limit?: number,
): Promise<ProjectCard[]> {
  const rows = await selectProjectsInOrder(db, audience)
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .select(['id', 'slug', 'name', 'position', 'publishedAt', 'publishAt'])
    .execute()
  const covers = await coversOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map(({ publishedAt, publishAt, ...row }) => ({
    ...row,
    coverPhoto: covers.get(row.id) ?? null,
    ...(publishedAt === null && { draft: true }),
    ...(publishAt !== null && { publishAt }),
  }))
}

export async function listProjectNames(
  { db }: Pick<Ports, 'db'>,
  audience: Audience = 'everyone',
): Promise<{ id: string; name: string }[]> {
  return selectProjectsInOrder(db, audience).select(['id', 'name']).execute()
}

/**
 * The project with this slug, former slug or id; `null` if there is none for this audience. `listAudience`
 * determines its images, number and neighbours, and whether it has `coverImageId` and `publishAt`.
 */
export async function showProjectAt(
  { db }: Pick<Ports, 'db'>,
  segment: string,
  audience: Audience = 'everyone',
  listAudience = audience,
): Promise<Project | null> {
  const slug = parseAddress(segment)
  if (slug === null) return null
  const current = await showProjectWhere(db, { slug }, audience, listAudience)
  if (current) return current
  const id = await findProjectId(db, segment, audience)
  return id === null ? null : showProjectWhere(db, { id }, audience, listAudience)
}

/** The project; `null` if it does not exist for this audience. `listAudience` is as in `showProjectAt`. */
export async function showProject(
  { db }: Pick<Ports, 'db'>,
  id: string,
  audience: Audience = 'everyone',
  listAudience = audience,
): Promise<Project | null> {
  return showProjectWhere(db, { id }, audience, listAudience)
}

async function showProjectWhere(
  db: Ports['db'],
  key: { readonly id: string } | { readonly slug: string },
  audience: Audience,
  listAudience: Audience,
): Promise<Project | null> {
  const row = await selectProjects(db, audience)
    .select(['id', 'slug', 'name', 'details', 'nameVersion', 'detailsVersion', 'position', 'createdAt', 'publishedAt'])
    .select(['coverImageId', 'publishAt'])
    .where(({ and }) => and(key))
    .executeTakeFirst()
  if (!row) return null
  const { id } = row
  const { position, createdAt, publishedAt, publishAt, coverImageId, ...texts } = row
  const sortKey = { id, position, createdAt }
  const [covers, images, facts, number, previous, next] = await Promise.all([
    coversOf(db, [id]),
    galleryOf(db, id, listAudience),
    factsOf(db, id),
    numberOf(db, listAudience, sortKey),
    neighbourOf(db, listAudience, sortKey, 'previous'),
    neighbourOf(db, listAudience, sortKey, 'next'),
  ])
  const draft = publishedAt === null && ({ draft: true } as const)
  const schedule = listAudience === 'admins' && publishAt !== null && { publishAt }
  // For admins only, because the image may be hidden or in the bin.
  const chosenCover = { coverImageId: listAudience === 'admins' ? coverImageId : null }
  const coverPhoto = covers.get(id) ?? null
  const content = { coverPhoto, images, ...describeRenders(coverPhoto, images), facts, number, previous, next }
  return { ...texts, ...chosenCover, ...content, ...draft, ...schedule }
}

/**
 * Considers only the pictures that visitors see. Drawings and plans may be among them, because nobody mistakes those
 * for photographs.
 */
function describeRenders(
  coverPhoto: PhotoView | null,
  images: readonly PhotoView[],
): Pick<Project, 'onlyRenders'> | null {
  const pictures = [coverPhoto ?? [], ...images].flat().filter(({ hidden }) => !hidden)
  const kinds = [...new Map(pictures.map(({ id, kind }) => [id, kind])).values()]
  const renders = kinds.filter((kind) => kind === 'render').length
  if (renders < 2 || kinds.includes('photograph')) return null
  return { onlyRenders: renders === kinds.length ? 'without drawings' : 'with drawings' }
}

/** The number, name, sector and place of a project, for the caption of a picture; `null` if visitors do not see it. */
export async function showProjectCaption({ db }: Pick<Ports, 'db'>, id: string): Promise<ProjectCaption | null> {
  const row = await selectProjects(db, 'everyone')
    .select(['id', 'slug', 'name', 'position', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const [number, facts] = await Promise.all([numberOf(db, 'everyone', row), factsOf(db, id)])
  const textOf = (key: FactName) => facts.find(({ name }) => name === key)?.lines[0]?.text ?? ''
  return { id, slug: row.slug, name: row.name, number, sector: textOf('sector'), place: textOf('place') }
}

interface SitemapProject {
  readonly id: string
  readonly slug: string
  /** ISO 8601 in UTC; includes changes of the photos. */
  readonly changedAt: string
  readonly photos: readonly PhotoView[]
}

/** Every published project with its last change and its photos that have derivatives, cover first, for the sitemap. */
export async function listForSitemap({ db }: Pick<Ports, 'db'>): Promise<SitemapProject[]> {
  const rows = await selectProjects(db, 'everyone').select(['id', 'slug', 'changedAt']).orderBy('id').execute()
  const photos = await photosOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, photos: (photos.get(row.id) ?? []).filter((photo) => photo.ready) }))
}

type ProjectSortKey = Pick<ProjectsTable, 'id' | 'position' | 'createdAt'>

async function numberOf(
  db: Ports['db'],
  audience: Audience,
  { position, createdAt, id }: ProjectSortKey,
): Promise<number> {
  const { before } = await selectProjects(db, audience)
    .select((eb) => eb.fn.countAll<number | bigint>().as('before'))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('position', 'createdAt', 'id'), '<', tuple(position, createdAt, id)),
    )
    .executeTakeFirstOrThrow()
  return Number(before) + 1
}

async function neighbourOf(
  db: Ports['db'],
  audience: Audience,
  { position, createdAt, id }: ProjectSortKey,
  side: 'previous' | 'next',
): Promise<ProjectNeighbour | null> {
  const [direction, comparison] = side === 'next' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const neighbour = await selectProjectsInOrder(db, audience, direction)
    .select(['slug', 'name'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('position', 'createdAt', 'id'), comparison, tuple(position, createdAt, id)),
    )
    .limit(1)
    .executeTakeFirst()
  return neighbour ?? null
}
