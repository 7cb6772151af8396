import type { Ports } from '#portfolio/ports.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { isInUse } from '#portfolio/photo/image-of-photo.ts'
import { addFormerCrops, parseCrops } from './crops-column.ts'
import { missingCrops, placeOfUse } from './derive-queue.ts'
import type { Encoding, RecipeVersion } from './derivatives.ts'
import { encodingsAt } from './hdr.ts'
import { parseWidths, formatWidths } from './widths-column.ts'

interface DerivativeName {
  readonly photoId: string
  readonly recipe: RecipeVersion
  readonly width: number
  readonly encoding: Encoding
  /** The name of the crop; absent for an uncropped derivative. */
  readonly crop?: string | undefined
}

/** Queues a photo if a change of its focal point or use requires new crops. Resolves with 1 if queued, otherwise 0. */
export async function queueCrops({ tx, now }: UnitOfWork, photoId: string): Promise<number> {
  const photo = await tx
    .selectFrom('photos')
    .select(['id', 'projectId', 'place', 'width', 'height', 'focalX', 'focalY', 'crops'])
    .where('id', '=', photoId)
    .where('state', 'in', ['ready', 'failed'])
    .executeTakeFirst()
  // A photo that is being derived is queued again afterwards.
  if (!photo || missingCrops({ ...photo, place: await placeOfUse(tx, photo) }).length === 0) return 0
  const queued = { state: 'waiting', failure: '', tries: 0, dueAt: now } as const
  await tx.updateTable('photos').set(queued).where('id', '=', photoId).execute()
  return 1
}

type QueuePorts = Pick<Ports, 'db' | 'files' | 'now' | 'wake' | 'log'>

/**
 * Queues the width or crop of a derivative whose file is missing or empty; pages do not offer it until it is derived.
 * Does nothing if the derivative was never recorded, or if the original is missing, which only a backup can restore.
 */
export async function queueMissingDerivative(ports: QueuePorts, derivative: DerivativeName): Promise<void> {
  const photo = await ports.db
    .selectFrom('photos')
    .select(['storageKey', 'width', 'wide', 'gainMap', 'recipe', 'made', 'crops', 'formerCrops'])
    .where('id', '=', derivative.photoId)
    .where('state', '=', 'ready')
    .where(isInUse)
    .executeTakeFirst()
  if (!photo || !isRecorded(photo, derivative) || !(await ports.files.stat(photo.storageKey))) return
  const { made, crops, formerCrops } = photo
  const now = ports.now().toISOString()
  const { numUpdatedRows } = await ports.db
    .updateTable('photos')
    .set({ ...columnsWithout(photo, derivative, now), state: 'waiting', tries: 0, dueAt: now })
    .where('id', '=', derivative.photoId)
    .where((eb) => eb.and({ state: 'ready', made, crops, formerCrops }))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  ports.log.warn('a derivative is missing and is derived again', {
    photoId: derivative.photoId,
    width: derivative.width,
    ...(derivative.crop && { crop: derivative.crop }),
  })
  ports.wake()
}

type RecordedPhoto = Pick<PhotosTable, 'width' | 'wide' | 'gainMap' | 'recipe' | 'made' | 'crops' | 'formerCrops'>

/** The columns without the width or the crop. The other files of the crop expire unless it is made again. */
function columnsWithout({ made, crops, formerCrops }: RecordedPhoto, { width, crop }: DerivativeName, now: string) {
  if (crop) {
    const intact = parseCrops(crops).filter(({ name }) => name !== crop)
    return { crops: JSON.stringify(intact), formerCrops: addFormerCrops(formerCrops, [{ name: crop }], now) }
  }
  return { made: formatWidths(parseWidths(made).filter((intact) => intact !== width)) }
}

function isRecorded(photo: RecordedPhoto, { recipe, width, encoding, crop: name }: DerivativeName): boolean {
  const crop = parseCrops(photo.crops).find((made) => made.name === name)
  const widths = name ? (crop?.widths ?? []) : parseWidths(photo.made)
  const { format, gamut, hdr = false } = encoding
  return (
    photo.recipe === recipe &&
    widths.includes(width) &&
    encodingsAt(photo, width, crop).some(
      (made) => made.format === format && made.gamut === gamut && (made.hdr ?? false) === hdr,
    )
  )
}
