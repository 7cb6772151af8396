import type { Admin } from '#portfolio/account/as-admin.ts'
import { collectionFact } from '#portfolio/photo/collect.ts'
import { describeFailure } from '#portfolio/derivative/failure.ts'
import { currentRecipe } from '#portfolio/derivative/derivatives.ts'
import { readTimeZone } from '#portfolio/studio/show.ts'
import type { Ports } from '#portfolio/ports.ts'
import { assessBackup, type BackupState } from './overdue-backup.ts'
import { clockFact, trustedClock, type ClockState } from './clock.ts'
import { isAlmostFull, reservedBytes, type DiskSpace } from './reserved-space.ts'
import { readFact, type FactDefinition } from './fact.ts'

/** Much longer than deriving the first width of a photo takes. */
const maxWaitMs = 60 * 60_000

type Assessed<T> = T & { readonly needsAttention: boolean }

/** The photos of a project that failed or have waited too long; `project` is `null` for those of the studio. */
export interface UnshownPhotos {
  readonly project: string | null
  readonly failed: number
  readonly waiting: number
  /** Why they failed, each reason once. */
  readonly reasons: readonly string[]
}

/** Queued photos: `making` are new or lack derivatives, `again` (of `total`) are derived again after an update. */
export interface QueuedPhotos {
  readonly making: number
  readonly again: number
  readonly total: number
}

/** The state of the site. Times are ISO 8601 in UTC. A part is `null` if it was never recorded or has no limit. */
export interface Health {
  readonly disk: Assessed<DiskSpace & { readonly reserved: number }> | null
  readonly clock: Assessed<ClockState>
  readonly backup: Assessed<BackupState>
  readonly collection: Assessed<{ readonly refused: boolean; readonly files: number; readonly total: number }> | null
  readonly photos: Assessed<QueuedPhotos & { readonly unshown: readonly UnshownPhotos[] }>
  readonly storeId: string | null
  readonly timeZone: string
}

interface HealthInput {
  readonly now: Date
  readonly space: DiskSpace | null
}

/** Reads the state of the site; `space` is the space of the disk that contains the files. */
export function readHealth(db: Ports['db'], _: Admin, input: HealthInput): Promise<Health> {
  return assessHealth(db, input)
}

/** `readHealth` for a background job. */
export async function assessHealth(db: Ports['db'], { now, space }: HealthInput): Promise<Health> {
  const clock = (await readValue(db, clockFact)) ?? trustedClock
  const collection = await readValue(db, collectionFact)
  const unshown = await readUnshownPhotos(db, now)
  const store = await db.selectFrom('storeIdentity').select('storeId').executeTakeFirst()
  return {
    disk: space && { ...space, reserved: reservedBytes(space), needsAttention: isAlmostFull(space) },
    clock: { ...clock, needsAttention: clock.pausedForMs > 0 || clock.publishingPaused === true },
    backup: await assessBackup(db, now),
    collection: collection && { ...collection, needsAttention: collection.refused },
    photos: { ...(await countQueued(db)), unshown, needsAttention: unshown.length > 0 },
    storeId: store?.storeId ?? null,
    timeZone: await readTimeZone(db),
  }
}

/** Whether scheduled publications wait until an admin confirms the clock. */
export async function isPublishingPaused(db: Ports['db'], _: Admin): Promise<boolean> {
  return (await readValue(db, clockFact))?.publishingPaused === true
}

async function readValue<T>(db: Ports['db'], definition: FactDefinition<T>): Promise<T | null> {
  return (await readFact(db, definition))?.value ?? null
}

async function readUnshownPhotos(db: Ports['db'], now: Date): Promise<UnshownPhotos[]> {
  const before = new Date(now.getTime() - maxWaitMs).toISOString()
  const rows = await db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(['photos.projectId', 'projects.name', 'photos.state', 'photos.failure'])
    .where('photos.deletedAt', 'is', null)
    .where('projects.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('photos.state', '=', 'failed'),
        eb.and([eb('photos.state', '=', 'waiting'), eb('photos.made', '=', ''), eb('photos.createdAt', '<', before)]),
      ]),
    )
    .orderBy('projects.position')
    .execute()
  return [...Map.groupBy(rows, ({ projectId }) => projectId).values()].map((photos) => {
    const failed = photos.filter(({ state }) => state === 'failed').length
    const reasons = [...new Set(photos.map(({ failure }) => describeFailure(failure)).filter(Boolean))]
    return { project: photos[0]?.name ?? null, failed, waiting: photos.length - failed, reasons }
  })
}

async function countQueued(db: Ports['db']): Promise<QueuedPhotos> {
  const counts = await db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(({ fn }) => {
      const all = fn.countAll<number | bigint>()
      const waiting = all.filterWhere('photos.state', '=', 'waiting')
      // As in `hasOlderRecipe`.
      const again = waiting.filterWhere('photos.made', '!=', '').filterWhere('photos.recipe', '!=', currentRecipe)
      return [all.as('total'), waiting.as('waiting'), again.as('again')]
    })
    .where('photos.deletedAt', 'is', null)
    .where('projects.deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const again = Number(counts.again)
  return { making: Number(counts.waiting) - again, again, total: Number(counts.total) }
}
