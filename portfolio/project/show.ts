import { coversOf, galleryOf, photographsOf } from '#portfolio/photo/show.ts'
import type { Photograph } from '#portfolio/photo/photo.ts'
import type { Parts } from '#portfolio/parts.ts'
import type { Project, ProjectCard } from './project.ts'

/** All projects in their order: by position, then by the time they were made. */
export async function listProjects({ db }: Pick<Parts, 'db'>): Promise<ProjectCard[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'name', 'position'])
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const covers = await coversOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, coverPhoto: covers.get(row.id) ?? null }))
}

/** One project with its gallery and its neighbours; `null` when there is none, or it was deleted. */
export async function showProject({ db }: Pick<Parts, 'db'>, id: string): Promise<Project | null> {
  const row = await db
    .selectFrom('projects')
    .select(['id', 'name', 'details', 'nameVersion', 'detailsVersion'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const [covers, images, order] = await Promise.all([coversOf(db, [id]), galleryOf(db, id), orderOf(db)])
  const at = order.findIndex((other) => other.id === id)
  return {
    ...row,
    coverPhoto: covers.get(id) ?? null,
    images,
    number: at + 1,
    previous: order[at - 1] ?? null,
    next: order[at + 1] ?? null,
  }
}

/** A project as the sitemap has it. */
interface Mapped {
  readonly id: string
  /** When it, or a picture of it, was changed last. */
  readonly changedAt: string
  /** Those that can be fetched: the cover, then the gallery. */
  readonly photos: readonly Photograph[]
}

/** Every project with its last change and its pictures, for the sitemap. */
export async function listForSitemap({ db }: Pick<Parts, 'db'>): Promise<Mapped[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'changedAt'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const photos = await photographsOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, photos: (photos.get(row.id) ?? []).filter((photo) => photo.ready) }))
}

function orderOf(db: Parts['db']) {
  return db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
