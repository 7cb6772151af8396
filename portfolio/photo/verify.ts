import type { Ports } from '#portfolio/ports.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import { parseWidths, formatWidths } from '#portfolio/derivative/widths-column.ts'
import { findOrphanFiles } from './collect.ts'
import { missingCrops } from '#portfolio/derivative/derive-queue.ts'
import { addFormerCrops, parseCrops } from '#portfolio/derivative/crops-column.ts'
import { derivativeKey, currentRecipe, widthsOf, type Encoding } from '#portfolio/derivative/derivatives.ts'
import { encodingsAt } from '#portfolio/derivative/hdr.ts'
import { sha256Of } from './examine.ts'
import { selectShownFormerPhotoIds } from './image-of-photo.ts'
import type { Crop } from '#portfolio/derivative/proportions.ts'
import { restorableMs, unownedRetentionMs } from '#portfolio/bin/retention.ts'
import { unownedPrefix } from '#portfolio/store-keys.ts'

export interface StoreProblem {
  readonly message: string
  /** Queues the photo or sets the file aside; `null` if only the operator can solve it, for example with a backup. */
  readonly repair: (() => Promise<void>) | null
}

type VerifyPorts = Pick<Ports, 'db' | 'files' | 'images' | 'now'>

const verifiedColumns = [
  'id',
  'storageKey',
  'bytes',
  'sha256',
  'width',
  'height',
  'place',
  'focalX',
  'focalY',
  'wide',
  'gainMap',
  'state',
  'recipe',
  'made',
  'crops',
  'formerCrops',
  'dueAt',
] as const
type Photo = Pick<PhotosTable, (typeof verifiedColumns)[number]> & { readonly removed: boolean }

/** Much longer than deriving a photo takes. */
const maxWaitMs = 60 * 60_000

/** Compares rows with files. Yields problems with originals, derivatives, orphan files, positions and the queue. */
export async function* verifyPhotos(ports: VerifyPorts): AsyncGenerator<StoreProblem> {
  for (const photo of await readPhotos(ports)) {
    yield* checkOriginal(ports, photo)
    if (!photo.removed) yield* checkDerivatives(ports, photo)
  }
  yield* checkPositions(ports)
  for (const key of (await findOrphanFiles(ports)).orphans) {
    yield { message: `the file ${key} belongs to no photo`, repair: () => ports.files.move(key, unownedPrefix + key) }
  }
  const temporaryFiles = await ports.files.countTemporaryFiles(new Date(ports.now().getTime() - unownedRetentionMs))
  if (temporaryFiles > 0) yield { message: `temporary files older than a day: ${temporaryFiles}`, repair: null }
}

// Omits removed photos whose files the clean-up may already be deleting.
async function readPhotos({ db, now }: VerifyPorts): Promise<Photo[]> {
  const before = new Date(now().getTime() - restorableMs).toISOString()
  const rows = await db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(verifiedColumns.map((column) => `photos.${column}` as const))
    .select(['photos.deletedAt', 'projects.deletedAt as projectDeletedAt'])
    .select((eb) => eb('photos.id', 'in', selectShownFormerPhotoIds(before)).as('former'))
    .orderBy('photos.storageKey')
    .execute()
  // A former photo that is still shown counts as not removed.
  return rows
    .map(({ former, deletedAt, ...row }) => ({ ...row, deletedAt: former ? null : deletedAt }))
    .filter(({ deletedAt, projectDeletedAt }) =>
      [deletedAt, projectDeletedAt].every((at) => at === null || at >= before),
    )
    .map((row) => ({ ...row, removed: row.deletedAt !== null || row.projectDeletedAt !== null }))
}

async function* checkOriginal({ files }: VerifyPorts, photo: Photo): AsyncGenerator<StoreProblem> {
  const found = await files.stat(photo.storageKey)
  if (!found) yield { message: `the original ${photo.storageKey} is missing`, repair: null }
  else if (found.bytes !== photo.bytes) {
    yield {
      message: `the original ${photo.storageKey} has ${found.bytes} bytes instead of ${photo.bytes}`,
      repair: null,
    }
  } else if ((await files.withLocalCopy(photo.storageKey, sha256Of)) !== photo.sha256) {
    yield {
      message: `the original ${photo.storageKey} is not the one that was stored: its SHA-256 differs`,
      repair: null,
    }
  }
}

async function* checkDerivatives(ports: VerifyPorts, photo: Photo): AsyncGenerator<StoreProblem> {
  const derived = parseWidths(photo.made)
  const intact: number[] = []
  const problems: string[] = []
  for (const width of derived) {
    const found = await checkWidth(ports, photo, width)
    if (found.length === 0) intact.push(width)
    problems.push(...found)
  }
  const crops: Crop[] = []
  for (const crop of parseCrops(photo.crops)) {
    const found = await checkCrop(ports, photo, crop)
    if (found.length === 0) crops.push(crop)
    problems.push(...found)
  }
  if (photo.state === 'ready' && photo.recipe === currentRecipe) {
    const missing = widthsOf(photo).filter((width) => !derived.includes(width))
    problems.push(...missing.map((width) => `the width ${width} of ${photo.storageKey} was never derived`))
    const missed = missingCrops(photo)
    problems.push(...missed.map(({ name }) => `the crop ${name} of ${photo.storageKey} was never derived`))
  }
  if (photo.state === 'failed') problems.push(`the photo ${photo.storageKey} could not be derived`)
  const waited = ports.now().getTime() - Date.parse(photo.dueAt)
  if (photo.state === 'waiting' && waited > maxWaitMs) {
    problems.push(`the photo ${photo.storageKey} has waited for ${Math.floor(waited / 60_000)} minutes`)
  }
  for (const message of problems) yield { message, repair: () => queuePhoto(ports, photo, { widths: intact, crops }) }
}

async function checkWidth(ports: VerifyPorts, photo: Photo, width: number, crop?: Crop): Promise<string[]> {
  const checks = encodingsAt(photo, width, crop).map((encoding) => checkFile(ports, photo, width, encoding, crop?.name))
  return (await Promise.all(checks)).filter((problem) => problem !== null)
}

async function checkCrop(ports: VerifyPorts, photo: Photo, crop: Crop): Promise<string[]> {
  const problems = await Promise.all(crop.widths.map((width) => checkWidth(ports, photo, width, crop)))
  return problems.flat()
}

async function checkFile(
  { files, images }: VerifyPorts,
  { id, recipe }: Photo,
  width: number,
  encoding: Encoding,
  crop?: string,
): Promise<string | null> {
  const key = derivativeKey(id, width, encoding, recipe, crop)
  if (!(await files.stat(key))) return `the derivative ${key} is missing`
  const decoded = await files.withLocalCopy(key, images.decodeDerivative)
  const { format, hdr = false } = encoding
  const isIntact = decoded?.format === format && decoded.width === width && (decoded.gainMap ?? false) === hdr
  return isIntact ? null : `the derivative ${key} is damaged`
}

async function* checkPositions({ db }: VerifyPorts): AsyncGenerator<StoreProblem> {
  const images = await db
    .selectFrom('photos')
    .innerJoin('projects', 'projects.id', 'photos.projectId')
    .select(['photos.projectId', 'photos.position', 'projects.name'])
    .where('photos.place', '=', 'gallery')
    .where('photos.deletedAt', 'is', null)
    .where('projects.deletedAt', 'is', null)
    .orderBy('photos.position')
    .execute()
  for (const [id, gallery] of Map.groupBy(images, ({ projectId }) => projectId)) {
    if (gallery.every(({ position }, index) => position === index + 1)) continue
    const positions = gallery.map(({ position }) => position).join(', ')
    const name = `${gallery[0]?.name} (${id})`
    yield { message: `the images of ${name} have gaps or duplicates in their positions: ${positions}`, repair: null }
  }
}

async function queuePhoto(
  { db, now }: VerifyPorts,
  { id, made, crops, formerCrops }: Photo,
  intact: { readonly widths: readonly number[]; readonly crops: readonly Crop[] },
): Promise<void> {
  const dueAt = now().toISOString()
  const damaged = parseCrops(crops).filter(({ name }) => intact.crops.every((crop) => crop.name !== name))
  const stored = {
    made: formatWidths(intact.widths),
    crops: JSON.stringify(intact.crops),
    formerCrops: addFormerCrops(formerCrops, damaged, dueAt),
  }
  await db
    .updateTable('photos')
    .set({ ...stored, state: 'waiting', failure: '', tries: 0, dueAt })
    // Changes nothing if the photo was queued or derived meanwhile.
    .where((eb) => eb.and({ id, made, crops, formerCrops }))
    .execute()
}
