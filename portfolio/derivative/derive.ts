import { audienceOf, type Audience } from '#portfolio/audience.ts'
import { inTransaction, type UnitOfWork } from '#portfolio/transaction.ts'
import { done } from '#portfolio/result.ts'
import {
  DatabaseFailed,
  FileStoreFailed,
  ImageProcessorFailed,
  type Derivative,
  type DerivativeSize,
  type DerivedAnalysis,
  type Ports,
} from '#portfolio/ports.ts'
import type { ChangeEvent } from '#portfolio/change-events.ts'
import type { Bit, PhotosTable } from '#portfolio/tables.ts'
import { addFormerCrops, parseCrops, parseFormerCrops } from './crops-column.ts'
import { cropsOf } from './crops.ts'
import { parseWidths, formatWidths } from './widths-column.ts'
import { isAlmostFull } from '#portfolio/health/reserved-space.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { isInUse } from '#portfolio/photo/image-of-photo.ts'
import { derivativeKey, currentRecipe, formatsOf, widthsToDerive } from './derivatives.ts'
import {
  after,
  claimMs,
  claimPhoto,
  hasOlderRecipe,
  isAnyPhotoWithoutDerivatives,
  maxAttempts,
  missingCrops,
  placeOfUse,
  returnAttempt,
  type ClaimedPhoto,
} from './derive-queue.ts'
import { failureOf, OriginalMissing } from './failure-of-error.ts'
import { hdrWidthsIn } from './hdr.ts'
import type { Crop } from './proportions.ts'

/** Higher than `maxAttempts`: if the process ends during an attempt, the photo need not be the cause. */
const maxInterrupted = 12

/**
 * Derives the first or the missing derivatives of the next photo; `false` if none is due or the disk is almost full. If
 * the process is stopping, a failed attempt that does not count ends its claim at once, for the next process.
 */
export async function deriveNextPhoto(ports: Ports, isStopping: () => boolean = () => false): Promise<boolean> {
  if (isAlmostFull(await ports.files.freeSpace())) return false
  const photo = await claimPhoto(ports)
  if (!photo) return false
  try {
    if (photo.tries > maxInterrupted) throw new Error('every attempt was interrupted')
    await (hasOlderRecipe(photo) ? deriveAgain(ports, photo) : deriveMissing(ports, photo))
  } catch (error) {
    // The decoder may throw any error.
    ports.log.error('photo could not be derived', { photoId: photo.id, tries: photo.tries, cause: String(error) })
    const isCausedByPhoto = !(error instanceof FileStoreFailed || error instanceof DatabaseFailed)
    const counts = isCausedByPhoto && !(error instanceof ImageProcessorFailed && error.killed)
    if (!counts) await returnAttempt(ports, photo, isStopping() ? ports.now().toISOString() : undefined)
    else if (photo.tries >= maxAttempts) {
      await updatePhoto(ports, photo, { state: 'failed', failure: failureOf(error) })
    }
  }
  return true
}

// Each width is recorded as soon as it is stored, so a crash loses one width at most and pages can use the others.
async function deriveMissing(ports: Ports, photo: ClaimedPhoto): Promise<void> {
  const derived = parseWidths(photo.made)
  const isShown = derived.length > 0
  const widths = widthsToDerive(photo, derived)
  const crops = await beginCrops(ports, photo, missingCrops(photo))
  const sizes = sizesOf(photo, widths, crops)
  let stopped = false
  const analysis = await derive(ports, photo, sizes, async ({ width, crop }, { wide }) => {
    const dueAt = after(ports.now(), claimMs)
    // Crops are recorded once all are made: making only some of them is no progress, and `tries` is kept.
    if (crop) {
      stopped = !(await updateRow(ports, photo, { dueAt }, { ifInUse: true }))
      return stopped ? 'stop' : undefined
    }
    photo.tries = 0
    derived.push(width)
    const made = { recipe: currentRecipe, made: formatWidths(derived), wide: toBit(wide), formerId: null }
    const isFirst = !isShown && derived.length === 1
    const update = isFirst ? updatePhoto : updateRow
    const inUse = await update(ports, photo, { ...made, tries: 0, dueAt }, { ifInUse: true })
    // Of photos uploaded together, each gets its first width before any of them gets its other widths.
    stopped = !inUse || (isFirst && sizes.length > 1 && (await isAnyPhotoWithoutDerivatives(ports)))
    return stopped ? 'stop' : undefined
  })
  const columns = { ...columnsOf(analysis), dueAt: ports.now().toISOString() }
  if (!stopped) {
    return void (await updatePhoto(
      ports,
      photo,
      { ...columns, ...columnsOfCrops(ports, photo), tries: 0 },
      { isComplete: true },
    ))
  }
  // A removed photo waits too: undo may show it again.
  await updatePhoto(ports, photo, { ...columns, state: 'waiting' })
  await returnAttempt(ports, photo)
}

// The old derivatives are shown until the last new one is stored: all widths of a photo have one recipe version.
async function deriveAgain(ports: Ports, photo: ClaimedPhoto): Promise<void> {
  const widths = widthsToDerive(photo, [])
  const crops = await beginCrops(ports, photo, cropsOf(photo, photo.place))
  const sizes = sizesOf(photo, widths, crops)
  let inUse = true
  const analysis = await derive(ports, photo, sizes, async () => {
    inUse = await updateRow(ports, photo, { dueAt: after(ports.now(), claimMs) }, { ifInUse: true })
    return inUse ? undefined : 'stop'
  })
  if (!inUse) {
    await updateRow(ports, photo, { dueAt: ports.now().toISOString() })
    return returnAttempt(ports, photo)
  }
  const columns = {
    ...columnsOf(analysis),
    ...columnsOfCrops(ports, { ...photo, crops: '[]' }),
    recipe: currentRecipe,
    made: formatWidths(widths),
    formerRecipe: photo.recipe,
    tries: 0,
    dueAt: ports.now().toISOString(),
  }
  await updatePhoto(ports, photo, columns, { isComplete: true })
}

/** Records the crops before their files are written, so that files of interrupted crops are deleted after a day. */
async function beginCrops(ports: Ports, photo: ClaimedPhoto, crops: readonly Crop[]): Promise<readonly Crop[]> {
  if (crops.length === 0) return crops
  photo.formerCrops = addFormerCrops(photo.formerCrops, crops, ports.now().toISOString())
  await updateRow(ports, photo, { formerCrops: photo.formerCrops })
  return crops
}

/** The columns once all crops are made. The files of crops that the photo no longer uses are kept for a day. */
function columnsOfCrops(ports: Ports, photo: ClaimedPhoto): Pick<PhotosTable, 'crops' | 'formerCrops'> {
  const used = cropsOf(photo, photo.place)
  const isUnused = ({ name }: { name: string }) => used.every((crop) => crop.name !== name)
  const unused = parseCrops(photo.crops).filter(isUnused)
  const former = parseFormerCrops(addFormerCrops(photo.formerCrops, unused, ports.now().toISOString()))
  return { crops: JSON.stringify(used), formerCrops: JSON.stringify(former.filter(isUnused)) }
}

function sizesOf(photo: ClaimedPhoto, widths: readonly number[], crops: readonly Crop[]): DerivativeSize[] {
  const hasHdr = (own: number, width: number) => hdrWidthsIn(own, [width]).length > 0
  const uncropped = widths.map((width) => {
    return { width, crop: null, formats: formatsOf(photo, width), hdr: hasHdr(photo.width, width) }
  })
  const cropped = crops.flatMap(({ name, widths: all }) =>
    all.map((width) => ({
      width,
      crop: name,
      formats: ['avif' as const],
      hdr: hasHdr(Math.max(...all), width),
    })),
  )
  return [...uncropped, ...cropped]
}

async function derive(
  ports: Ports,
  photo: ClaimedPhoto,
  sizes: readonly DerivativeSize[],
  onStored: (size: DerivativeSize, analysis: Pick<DerivedAnalysis, 'wide'>) => Promise<'stop' | void>,
): Promise<DerivedAnalysis> {
  const store = async (size: DerivativeSize, derivatives: readonly Derivative[]) => {
    await requireFreeSpace(ports.files, derivatives)
    await Promise.all(
      derivatives.map((derivative) => {
        const key = derivativeKey(photo.id, size.width, derivative, currentRecipe, size.crop ?? undefined)
        return ports.files.write(key, derivative.bytes)
      }),
    )
    return onStored(size, { wide: derivatives.some(({ gamut }) => gamut === 'p3') })
  }
  const analysis = await ports.files.withLocalCopy(photo.storageKey, (path) =>
    ports.images.derive(path, sizes, store, {
      measureContrast: photo.place === 'hero' && photo.contrastMap === '',
    }),
  )
  if (!analysis) throw new OriginalMissing(`the original ${photo.storageKey} is missing`)
  const { contrastFailure: cause } = analysis
  if (cause) ports.log.error('contrast of the hero could not be measured', { photoId: photo.id, cause })
  return analysis
}

async function requireFreeSpace(files: Ports['files'], derivatives: readonly Derivative[]): Promise<void> {
  const bytes = derivatives.reduce((sum, derivative) => sum + derivative.bytes.length, 0)
  if (isAlmostFull(await files.freeSpace(), bytes))
    throw new FileStoreFailed(new Error('the disk is almost full'), true)
}

interface UpdateOptions {
  /** Sets `ready`, or `waiting` if the focal point was moved or the photo became a cover meanwhile. */
  readonly isComplete?: boolean
  /** Updates nothing if the photo was removed meanwhile. */
  readonly ifInUse?: boolean
}

async function updateRow(
  { db }: Pick<Ports, 'db'>,
  { id }: ClaimedPhoto,
  columns: Partial<PhotosTable>,
  { ifInUse = false }: UpdateOptions = {},
): Promise<boolean> {
  const update = db.updateTable('photos').set(columns).where('id', '=', id)
  const { numUpdatedRows } = await (ifInUse ? update.where(isInUse) : update).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Like `updateRow`, and publishes the change. */
async function updatePhoto(
  ports: Ports,
  photo: ClaimedPhoto,
  columns: Partial<PhotosTable>,
  options: UpdateOptions = {},
): Promise<boolean> {
  let isUpdated = false
  await inTransaction(ports, async (unit) => {
    const audience = await lockProjectOfPhoto(unit, photo)
    isUpdated = await updateRow({ db: unit.tx }, photo, columns, options)
    if (!isUpdated) return done()
    if (columns.formerId === null) await startRetentionOfFormer(unit, photo)
    if (options.isComplete) await setReady(unit, photo)
    // The photo may have become the cover since it was claimed.
    const place = await placeOfUse(unit.tx, photo)
    const isHidden = await isHiddenImage(unit, photo)
    for (const change of changeEventsOf({ ...photo, place }, isHidden ? 'admins' : audience)) unit.publish(change)
    return done()
  })
  return isUpdated
}

// The photo may have been hidden since it was claimed.
async function isHiddenImage({ tx }: UnitOfWork, { id }: ClaimedPhoto): Promise<boolean> {
  const photo = await tx.selectFrom('photos').select('hidden').where('id', '=', id).executeTakeFirst()
  return photo?.hidden === 1
}

// The photo is now shown instead of the one that it replaced, whose retention starts.
async function startRetentionOfFormer(unit: UnitOfWork, { formerId }: ClaimedPhoto): Promise<void> {
  if (formerId === null) return
  const removed = { deletedAt: await retentionStart(unit) }
  await unit.tx
    .updateTable('photos')
    .set(removed)
    .where('id', '=', formerId)
    .where('deletedAt', 'is not', null)
    .execute()
}

async function setReady({ tx }: UnitOfWork, { id, projectId, place, focalX, focalY }: ClaimedPhoto): Promise<void> {
  const isUsedAsBefore = (await placeOfUse(tx, { id, projectId, place })) === place
  await tx
    .updateTable('photos')
    .set((eb) => ({
      state: eb
        .case()
        .when(eb.and([eb.and({ focalX, focalY }), eb.lit(isUsedAsBefore)]))
        .then('ready' as const)
        .else('waiting' as const)
        .end(),
      failure: '',
    }))
    .where('id', '=', id)
    .execute()
}

// Updates the row without changing it, so that the project is not published or withdrawn before the event is sent.
// Locks it before the photo, as the commands do, to avoid deadlocks.
async function lockProjectOfPhoto({ tx }: UnitOfWork, { projectId }: ClaimedPhoto): Promise<Audience> {
  if (projectId === null) return 'everyone'
  const project = await tx
    .updateTable('projects')
    .set((eb) => ({ publishedAt: eb.ref('publishedAt') }))
    .where('id', '=', projectId)
    .returning('publishedAt')
    .executeTakeFirst()
  return project ? audienceOf(project) : 'admins'
}

function columnsOf({ colour, placeholder, wide, gainMap, contrastMap }: DerivedAnalysis) {
  return { colour, placeholder, wide: toBit(wide), gainMap: toBit(gainMap), ...(contrastMap && { contrastMap }) }
}

function toBit(value: boolean): Bit {
  return value ? 1 : 0
}

function changeEventsOf(photo: ClaimedPhoto, audience: Audience): ChangeEvent[] {
  if (photo.projectId === null) return [{ about: 'studio' }]
  const projectEvent: ChangeEvent = { about: 'project', id: photo.projectId, audience }
  return photo.place === 'cover' ? [projectEvent, { about: 'work', audience }] : [projectEvent]
}
