import type { ExpressionBuilder } from 'kysely'
import { audienceOf, type Audience } from '#portfolio/audience.ts'
import { inTransaction, type UnitOfWork } from '#portfolio/transaction.ts'
import { done } from '#portfolio/result.ts'
import {
  FileStoreFailed,
  ImageProcessorFailed,
  type Derivative,
  type ImageAnalysis,
  type Ports,
} from '#portfolio/ports.ts'
import type { ChangeEvent } from '#portfolio/change-events.ts'
import type { Bit, PhotosTable, Tables } from '#portfolio/tables.ts'
import { parseWidths, formatWidths } from './widths-column.ts'
import { isAlmostFull } from '#portfolio/health/disk.ts'
import { derivativeKey, currentRecipe, widthsToDerive } from './derivatives.ts'

/** One width must be derived within this time, or another worker may claim the photo. */
const claimMs = 5 * 60_000
const maxAttempts = 3
/** More attempts may be interrupted by the end of the process, whose cause need not be the photo. */
const maxInterrupted = 12

const claimedColumns = ['id', 'projectId', 'place', 'storageKey', 'width', 'height', 'recipe', 'made', 'tries'] as const
type ClaimedPhoto = Pick<PhotosTable, (typeof claimedColumns)[number]>

/** Derives the first or the missing widths of the next photo; `false` if none is waiting or the disk is almost full. */
export async function deriveNextPhoto(ports: Ports): Promise<boolean> {
  if (isAlmostFull(await ports.files.freeSpace())) return false
  const photo = await claim(ports)
  if (!photo) return false
  try {
    if (photo.tries > maxInterrupted) throw new Error('no attempt came to an end')
    await (hasOlderRecipe(photo) ? deriveAgain(ports, photo) : deriveMissing(ports, photo))
  } catch (error) {
    // The decoder may throw any error.
    ports.log.error('photo could not be derived', { photoId: photo.id, tries: photo.tries, cause: String(error) })
    const isAttempt = !(error instanceof FileStoreFailed || (error instanceof ImageProcessorFailed && error.killed))
    if (!isAttempt) await returnAttempt(ports, photo)
    else if (photo.tries >= maxAttempts) await updatePhoto(ports, photo, { state: 'failed' })
  }
  return true
}

/**
 * At startup: releases the claims of an ended process, and queues photos with an older recipe version. After three
 * interrupted attempts a photo waits until its claim ends: if it is the cause, the site runs for five minutes at least.
 */
export async function releaseClaims({ db, now }: Pick<Ports, 'db' | 'now'>): Promise<void> {
  const dueAt = now().toISOString()
  await db
    .updateTable('photos')
    .set({ dueAt })
    .where('state', '=', 'waiting')
    .where('tries', '<', maxAttempts)
    .execute()
  await db
    .updateTable('photos')
    .set({ state: 'waiting', tries: 0, dueAt })
    .where('state', '=', 'ready')
    .where('recipe', '!=', currentRecipe)
    .execute()
}

async function claim(ports: Ports): Promise<ClaimedPhoto | undefined> {
  const now = ports.now()
  const isDue = (of: ExpressionBuilder<Tables, 'photos'>) =>
    // A claim that ends later was made while the clock was ahead.
    of.or([of('dueAt', '<=', now.toISOString()), of('dueAt', '>', after(now, 2 * claimMs))])
  return (
    ports.db
      .updateTable('photos')
      .set((of) => ({ tries: of('tries', '+', 1), dueAt: after(now, claimMs) }))
      .where('id', '=', (of) =>
        of
          .selectFrom('photos')
          .select('id')
          .where('state', '=', 'waiting')
          .where('deletedAt', 'is', null)
          .where(isDue)
          // Photos that cannot be shown come first; among them covers and studio photos before galleries.
          .orderBy((photo) => photo.case().when('made', '=', '').then(0).else(1).end())
          .orderBy((photo) => photo.case().when('place', '=', 'gallery').then(1).else(0).end())
          .orderBy('dueAt')
          .orderBy('position')
          .limit(1),
      )
      // Another worker may have claimed it meanwhile, or even have derived it.
      .where('state', '=', 'waiting')
      .where(isDue)
      .returning(claimedColumns)
      .executeTakeFirst()
  )
}

function hasOlderRecipe(photo: ClaimedPhoto): boolean {
  return photo.made !== '' && photo.recipe !== currentRecipe
}

// Each width is recorded as soon as it is stored, so a crash loses one width at most and pages can use the others.
async function deriveMissing(ports: Ports, photo: ClaimedPhoto): Promise<void> {
  const derived = parseWidths(photo.made)
  const missing = widthsToDerive(photo, derived)
  // Of photos uploaded together, each gets its first width before any of them gets the others.
  const widths = derived.length === 0 ? missing.slice(0, 1) : missing
  const analysis = await derive(ports, photo, widths, async (width, derivatives) => {
    derived.push(width)
    photo.tries = 0
    const wide = toBit(derivatives.some(({ gamut }) => gamut === 'p3'))
    const progress = {
      recipe: currentRecipe,
      made: formatWidths(derived),
      wide,
      tries: 0,
      dueAt: after(ports.now(), claimMs),
    }
    await ports.db.updateTable('photos').set(progress).where('id', '=', photo.id).execute()
  })
  const state = widths.length < missing.length ? 'waiting' : 'ready'
  await updatePhoto(ports, photo, { ...columnsOf(analysis), state, dueAt: ports.now().toISOString() })
}

// The old derivatives are shown until the last new one is stored: a page has one recipe version for all widths.
async function deriveAgain(ports: Ports, photo: ClaimedPhoto): Promise<void> {
  const widths = widthsToDerive(photo, [])
  const analysis = await derive(ports, photo, widths, async () => {
    await ports.db
      .updateTable('photos')
      .set({ dueAt: after(ports.now(), claimMs) })
      .where('id', '=', photo.id)
      .execute()
  })
  await updatePhoto(ports, photo, {
    ...columnsOf(analysis),
    state: 'ready',
    recipe: currentRecipe,
    made: formatWidths(widths),
    formerRecipe: photo.recipe,
    tries: 0,
    dueAt: ports.now().toISOString(),
  })
}

async function derive(
  ports: Ports,
  photo: ClaimedPhoto,
  widths: readonly number[],
  onWidth: (width: number, derivatives: readonly Derivative[]) => Promise<void>,
): Promise<ImageAnalysis> {
  const analysis = await ports.files.withLocalCopy(photo.storageKey, (path) =>
    ports.images.derive(path, widths, async (width, derivatives) => {
      await leaveReserve(ports.files, derivatives)
      await Promise.all(
        derivatives.map((derivative) =>
          ports.files.write(derivativeKey(photo.id, width, derivative), derivative.bytes),
        ),
      )
      await onWidth(width, derivatives)
    }),
  )
  if (!analysis) throw new Error(`the original ${photo.storageKey} is missing`)
  return analysis
}

async function leaveReserve(files: Ports['files'], derivatives: readonly Derivative[]): Promise<void> {
  const bytes = derivatives.reduce((sum, derivative) => sum + derivative.bytes.length, 0)
  if (isAlmostFull(await files.freeSpace(), bytes))
    throw new FileStoreFailed(new Error('the disk is almost full'), true)
}

// A failure of the file store, or a process ended by something else, does not count as an attempt.
async function returnAttempt({ db }: Ports, { id, tries }: ClaimedPhoto): Promise<void> {
  await db
    .updateTable('photos')
    .set({ tries: Math.max(tries - 1, 0) })
    .where('id', '=', id)
    .execute()
}

async function updatePhoto(ports: Ports, photo: ClaimedPhoto, columns: Partial<PhotosTable>): Promise<void> {
  await inTransaction(ports, async (unit) => {
    const audience = await lockProject(unit, photo.projectId)
    await unit.tx.updateTable('photos').set(columns).where('id', '=', photo.id).execute()
    for (const change of changeEventsOf(photo, audience)) unit.publish(change)
    return done()
  })
}

// Updates the row without changing it, so that the project is not published or withdrawn before the event is sent. Locked
// before the photo, as in the commands, or the two could wait for each other.
async function lockProject({ tx }: UnitOfWork, projectId: string | null): Promise<Audience> {
  if (projectId === null) return 'everyone'
  const project = await tx
    .updateTable('projects')
    .set((of) => ({ publishedAt: of.ref('publishedAt') }))
    .where('id', '=', projectId)
    .returning('publishedAt')
    .executeTakeFirst()
  return project ? audienceOf(project) : 'admins'
}

function columnsOf({ colour, placeholder, wide }: ImageAnalysis) {
  return { colour, placeholder, wide: toBit(wide) }
}

function toBit(value: boolean): Bit {
  return value ? 1 : 0
}

function after(moment: Date, ms: number): string {
  return new Date(moment.getTime() + ms).toISOString()
}

function changeEventsOf(photo: ClaimedPhoto, audience: Audience): ChangeEvent[] {
  if (photo.projectId === null) return [{ about: 'studio' }]
  const projectEvent: ChangeEvent = { about: 'project', id: photo.projectId, audience }
  return photo.place === 'cover' ? [projectEvent, { about: 'work', audience }] : [projectEvent]
}
