import type { Parts } from '#portfolio/parts.ts'
import type { PhotosTable } from '#server/data/tables.ts'
import { readMade, writeMade } from './made.ts'
import { findUnowned, leftoverKeptMs } from './owned.ts'
import { derivativeKey, kindsOf, recipe, widthsOf } from './photo.ts'
import { hashOf } from './receive.ts'

/** Something in the store that ought not to be so: what, in one line. */
export interface Fault {
  readonly what: string
  /** Lets the clock make it good; `null` where only a backup or a person can. */
  readonly repair: (() => Promise<void>) | null
}

type Checked = Pick<Parts, 'db' | 'files' | 'pictures' | 'now'>

const checked = [
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
type Photo = Pick<PhotosTable, (typeof checked)[number]>

/** How long a photograph may wait while the site runs: far longer than any takes to make. */
const patienceMs = 60 * 60_000

/**
 * Reads all of the store and tells what is not as it should be: originals as they were recorded, derivatives that
 * decode, no file without a row, galleries without a gap, nothing that waits for ever. Changes nothing by itself.
 */
export async function* checkPhotos(parts: Checked): AsyncGenerator<Fault> {
  for (const photo of await readPhotos(parts)) {
    yield* checkOriginal(parts, photo)
    yield* checkDerivatives(parts, photo)
  }
  yield* checkPositions(parts)
  for await (const key of findUnowned(parts)) {
    yield { what: `the file ${key} belongs to no photograph`, repair: () => parts.files.remove(key) }
  }
  const drafts = await parts.files.countDrafts(new Date(parts.now().getTime() - leftoverKeptMs))
  if (drafts > 0) yield { what: `${drafts} temporary files are older than a day`, repair: null }
}

// What has been deleted is as it may be: the sweep takes files and row in turn.
function readPhotos({ db }: Checked): Promise<Photo[]> {
  return db
    .selectFrom('photos')
    .leftJoin('projects', 'projects.id', 'photos.projectId')
    .select(checked.map((column) => `photos.${column}` as const))
    .where('photos.deletedAt', 'is', null)
    .where('projects.deletedAt', 'is', null)
    .orderBy('photos.storageKey')
    .execute()
}

async function* checkOriginal({ files }: Checked, photo: Photo): AsyncGenerator<Fault> {
  const found = await files.find(photo.storageKey)
  if (!found) yield { what: `the original ${photo.storageKey} is missing`, repair: null }
  else if (found.size !== photo.bytes) {
    yield { what: `the original ${photo.storageKey} has ${found.size} bytes instead of ${photo.bytes}`, repair: null }
  } else if ((await hashOf(found.path)) !== photo.sha256) {
    yield { what: `the original ${photo.storageKey} is not the one that was stored: its SHA-256 differs`, repair: null }
  }
}

async function* checkDerivatives(parts: Checked, photo: Photo): AsyncGenerator<Fault> {
  const made = readMade(photo.made)
  const sound: number[] = []
  const faults: string[] = []
  for (const width of made) {
    const found = await checkWidth(parts, photo, width)
    if (found.length === 0) sound.push(width)
    faults.push(...found)
  }
  if (photo.state === 'ready' && photo.recipe === recipe) {
    const missing = widthsOf(photo).filter((width) => !made.includes(width))
    faults.push(...missing.map((width) => `the width ${width} of ${photo.storageKey} was never made`))
  }
  if (photo.state === 'failed') faults.push(`the photograph ${photo.storageKey} could not be made`)
  const waited = parts.now().getTime() - Date.parse(photo.dueAt)
  if (photo.state === 'waiting' && waited > patienceMs) {
    faults.push(`the photograph ${photo.storageKey} has waited for ${Math.floor(waited / 60_000)} minutes`)
  }
  for (const what of faults) yield { what, repair: () => makeAgain(parts, photo, sound) }
}

async function checkWidth({ files, pictures }: Checked, photo: Photo, width: number): Promise<string[]> {
  const faults: string[] = []
  for (const kind of kindsOf({ wide: photo.wide === 1, recipe: photo.recipe })) {
    const key = derivativeKey(photo.id, width, kind, photo.recipe)
    const found = await files.find(key)
    const shown = found && (await pictures.inspect(found.path))
    if (!found) faults.push(`the derivative ${key} is missing`)
    else if (shown?.format !== kind.format || shown.width !== width) faults.push(`the derivative ${key} is damaged`)
  }
  return faults
}

async function* checkPositions({ db }: Checked): AsyncGenerator<Fault> {
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
    if (gallery.every(({ position }, n) => position === n + 1)) continue
    const positions = gallery.map(({ position }) => position).join(', ')
    yield { what: `the images of ${gallery[0]?.name} (${id}) are at ${positions}`, repair: null }
  }
}

// The clock makes what `made` does not name; of an older recipe, all.
async function makeAgain({ db, now }: Checked, { id }: Photo, sound: readonly number[]): Promise<void> {
  await db
    .updateTable('photos')
    .set({ state: 'waiting', made: writeMade(sound), tries: 0, dueAt: now().toISOString() })
    .where('id', '=', id)
    .execute()
}
