import type { Ports } from '#portfolio/ports.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import { parseWidths, formatWidths } from './widths-column.ts'
import { findOrphanFiles } from './collect.ts'
import { derivativeKey, encodingsOf, currentRecipe, widthsOf } from './derivatives.ts'
import { sha256Of } from './examine.ts'
import { removedBackupMs, unownedRetentionMs } from './retention.ts'
import { unownedPrefix } from '#portfolio/store-keys.ts'

export interface StoreProblem {
  readonly message: string
  /** Queues the photo or sets the file aside; `null` if only the operator can repair it, for example from a backup. */
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
  'wide',
  'state',
  'recipe',
  'made',
  'dueAt',
] as const
type Photo = Pick<PhotosTable, (typeof verifiedColumns)[number]> & { readonly removed: boolean }

/** Much longer than deriving a photo takes. */
const maxWaitMs = 60 * 60_000

/** Compares rows with files and yields each problem of originals, derivatives, orphans, positions and the queue. */
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
  if (temporaryFiles > 0) yield { message: `${temporaryFiles} temporary files are older than a day`, repair: null }
}

// Removed photos are left out shortly before their files are deleted.
async function readPhotos({ db, now }: VerifyPorts): Promise<Photo[]> {
  const before = new Date(now().getTime() - removedBackupMs).toISOString()
  const rows = await db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(verifiedColumns.map((column) => `photos.${column}` as const))
    .select(['photos.deletedAt', 'projects.deletedAt as projectDeletedAt'])
    .orderBy('photos.storageKey')
    .execute()
  return rows
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
  if (photo.state === 'ready' && photo.recipe === currentRecipe) {
    const missing = widthsOf(photo).filter((width) => !derived.includes(width))
    problems.push(...missing.map((width) => `the width ${width} of ${photo.storageKey} was never derived`))
  }
  if (photo.state === 'failed') problems.push(`the photo ${photo.storageKey} could not be derived`)
  const waited = ports.now().getTime() - Date.parse(photo.dueAt)
  if (photo.state === 'waiting' && waited > maxWaitMs) {
    problems.push(`the photo ${photo.storageKey} has waited for ${Math.floor(waited / 60_000)} minutes`)
  }
  for (const message of problems) yield { message, repair: () => queuePhoto(ports, photo, intact) }
}

async function checkWidth({ files, images }: VerifyPorts, photo: Photo, width: number): Promise<string[]> {
  const problems: string[] = []
  for (const encoding of encodingsOf({ wide: photo.wide === 1, recipe: photo.recipe })) {
    const key = derivativeKey(photo.id, width, encoding, photo.recipe)
    const found = await files.stat(key)
    const decoded = found && (await files.withLocalCopy(key, images.decodeDerivative))
    if (!found) problems.push(`the derivative ${key} is missing`)
    else if (decoded?.format !== encoding.format || decoded.width !== width)
      problems.push(`the derivative ${key} is damaged`)
  }
  return problems
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
    yield { message: `the images of ${gallery[0]?.name} (${id}) are at ${positions}`, repair: null }
  }
}

async function queuePhoto({ db, now }: VerifyPorts, { id }: Photo, intact: readonly number[]): Promise<void> {
  await db
    .updateTable('photos')
    .set({ state: 'waiting', made: formatWidths(intact), tries: 0, dueAt: now().toISOString() })
    .where('id', '=', id)
    .execute()
}
