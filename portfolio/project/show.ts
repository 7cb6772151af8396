import { coversOf, galleryOf, photosOf } from '#portfolio/photo/show.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { ProjectsTable } from '#portfolio/tables.ts'
import { projectsInOrder } from './order.ts'
import type { Project, ProjectCard, ProjectNeighbour } from './project.ts'

/** All projects in order, with their covers. */
export async function listProjects({ db }: Pick<Ports, 'db'>): Promise<ProjectCard[]> {
  const rows = await projectsInOrder(db).select(['id', 'name', 'position']).execute()
  const covers = await coversOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, coverPhoto: covers.get(row.id) ?? null }))
}

/** One project with its gallery and its neighbours; `null` when it does not exist or was removed. */
export async function showProject({ db }: Pick<Ports, 'db'>, id: string): Promise<Project | null> {
  const row = await db
    .selectFrom('projects')
    .select(['id', 'name', 'details', 'nameVersion', 'detailsVersion', 'position', 'createdAt'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { position, createdAt, ...texts } = row
  const place = { id, position, createdAt }
  const [covers, images, number, previous, next] = await Promise.all([
    coversOf(db, [id]),
    galleryOf(db, id),
    numberOf(db, place),
    neighbourOf(db, place, 'previous'),
    neighbourOf(db, place, 'next'),
  ])
  return { ...texts, coverPhoto: covers.get(id) ?? null, images, number, previous, next }
}

interface SitemapProject {
  readonly id: string
  /** ISO 8601 in UTC, photos included. */
  readonly changedAt: string
  readonly photos: readonly PhotoView[]
}

/** Every project with its last change and its photos that have derivatives, cover first, for the sitemap. */
export async function listForSitemap({ db }: Pick<Ports, 'db'>): Promise<SitemapProject[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'changedAt'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const photos = await photosOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, photos: (photos.get(row.id) ?? []).filter((photo) => photo.ready) }))
}

type ProjectPlace = Pick<ProjectsTable, 'id' | 'position' | 'createdAt'>

async function numberOf(db: Ports['db'], { position, createdAt, id }: ProjectPlace): Promise<number> {
  const { before } = await db
    .selectFrom('projects')
    .select((of) => of.fn.countAll<number | bigint>().as('before'))
    .where('deletedAt', 'is', null)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('position', 'createdAt', 'id'), '<', tuple(position, createdAt, id)),
    )
    .executeTakeFirstOrThrow()
  return Number(before) + 1
}

async function neighbourOf(
  db: Ports['db'],
  { position, createdAt, id }: ProjectPlace,
  side: 'previous' | 'next',
): Promise<ProjectNeighbour | null> {
  const [direction, comparison] = side === 'next' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const neighbour = await projectsInOrder(db, direction)
    .select(['id', 'name'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('position', 'createdAt', 'id'), comparison, tuple(position, createdAt, id)),
    )
    .limit(1)
    .executeTakeFirst()
  return neighbour ?? null
}
