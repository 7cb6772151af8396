import type { Admin } from '#portfolio/account/as-admin.ts'
import { clockFact } from '#portfolio/health/clock.ts'
import { readFact } from '#portfolio/health/fact.ts'
import { restorableMs } from './retention.ts'
import { coversOf, listRemovedImages } from '#portfolio/photo/show.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { RemovedImages, RemovedItem, RemovedProject } from './bin.ts'

/** The projects and images that can be restored, most recently removed first. */
export async function listBin(db: Ports['db'], _: Admin, { now }: { now: Date }): Promise<RemovedItem[]> {
  const start = await binStart(db, now)
  const items = [...(await listProjects(db, start)), ...(await listImages(db, start))]
  return items.sort((a, b) => (a.removedAt < b.removedAt ? 1 : -1))
}

/** What was removed before this time (ISO 8601) cannot be restored. While a wrong clock pauses deletions, everything can. */
export async function binStart(db: Ports['db'], now: Date): Promise<string> {
  const clock = await readFact(db, clockFact)
  const isPaused = clock !== null && clock.value.pausedForMs > 0
  return new Date(isPaused ? 0 : now.getTime() - restorableMs).toISOString()
}

async function listProjects(db: Ports['db'], since: string): Promise<RemovedProject[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'name', 'publishedAt', 'deletedAt'])
    .select((eb) =>
      eb
        .selectFrom('photos')
        .select((count) => count.fn.countAll<number | bigint>().as('count'))
        .whereRef('photos.projectId', '=', 'projects.id')
        .where('place', '=', 'gallery')
        .where('photos.deletedAt', 'is', null)
        .as('imageCount'),
    )
    .where('deletedAt', '>=', since)
    .execute()
  const covers = await coversOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, publishedAt, deletedAt, imageCount }) => ({
    kind: 'project',
    id,
    name,
    draft: publishedAt === null,
    imageCount: Number(imageCount),
    photos: [covers.get(id) ?? []].flat(),
    ...datesOf(deletedAt),
  }))
}

/** Images of a removed project are not listed until the project is restored. */
async function listImages(db: Ports['db'], since: string): Promise<RemovedImages[]> {
  const removals = new Map<string, RemovedImages>()
  for (const { removalId, projectName, position, deletedAt, photo } of await listRemovedImages(db, since)) {
    const { photos = [], positions = [] } = removals.get(removalId) ?? {}
    removals.set(removalId, {
      kind: 'images',
      id: removalId,
      projectName,
      positions: [...positions, position],
      photos: [...photos, photo],
      ...datesOf(deletedAt),
    })
  }
  return [...removals.values()]
}

function datesOf(deletedAt: string | null) {
  const removedAt = deletedAt ?? ''
  return { removedAt, expiresAt: new Date(Date.parse(removedAt) + restorableMs).toISOString() }
}
