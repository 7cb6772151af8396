import { changeTogether } from '#portfolio/change-together.ts'
import { done } from '#portfolio/outcome.ts'
import { FilesFailed, type Derivative, type Look, type Parts } from '#portfolio/parts.ts'
import type { Change } from '#portfolio/changes.ts'
import type { Bit, PhotosTable } from '#server/data/tables.ts'
import { readMade, writeMade } from './made.ts'
import { derivativeKey, recipe, widthsToMake } from './photo.ts'

/** How long making one width may take before another attempt may begin, in milliseconds. */
const claimMs = 5 * 60_000
/** After so many attempts a photograph is given up, also when each of them ended the process; its original stays. */
const mostTries = 3

const claimed = ['id', 'projectId', 'place', 'storageKey', 'width', 'height', 'recipe', 'made', 'tries'] as const
type Claimed = Pick<PhotosTable, (typeof claimed)[number]>

/**
 * Makes what is wanted next: of a photograph that cannot be shown yet the first width, of another one the rest.
 * `false` when nothing waits.
 */
export async function makeNextPhoto(parts: Parts): Promise<boolean> {
  const photo = await claim(parts)
  if (!photo) return false
  try {
    if (photo.tries > mostTries) throw new Error('no attempt came to an end')
    await (isOlder(photo) ? makeAgain(parts, photo) : makeMore(parts, photo))
  } catch (error) {
    // A decoder can fail in more ways than it names; the photograph waits, and nothing else is harmed.
    parts.log.error('a photograph could not be made', { photoId: photo.id, tries: photo.tries, cause: String(error) })
    if (error instanceof FilesFailed) await giveBackTry(parts, photo)
    else if (photo.tries >= mostTries) await settle(parts, photo, { state: 'failed' })
  }
  return true
}

/**
 * Claims of a process that is no more may be made at once, and what an older recipe made may be made again.
 * For the start.
 */
export async function releaseClaims({ db, now }: Pick<Parts, 'db' | 'now'>): Promise<void> {
  const dueAt = now().toISOString()
  await db.updateTable('photos').set({ dueAt }).where('state', '=', 'waiting').execute()
  await db
    .updateTable('photos')
    .set({ state: 'waiting', tries: 0, dueAt })
    .where('state', '=', 'ready')
    .where('recipe', '!=', recipe)
    .execute()
}

async function claim(parts: Parts): Promise<Claimed | undefined> {
  const now = parts.now()
  return parts.db
    .updateTable('photos')
    .set((of) => ({ tries: of('tries', '+', 1), dueAt: after(now, claimMs) }))
    .where('id', '=', (of) =>
      of
        .selectFrom('photos')
        .select('id')
        .where('state', '=', 'waiting')
        .where('deletedAt', 'is', null)
        .where('dueAt', '<=', now.toISOString())
        // What cannot be shown at all comes first; then what hangs on the list and at the front, before galleries.
        .orderBy((photo) => photo.case().when('made', '=', '').then(0).else(1).end())
        .orderBy((photo) => photo.case().when('place', '=', 'gallery').then(1).else(0).end())
        .orderBy('dueAt')
        .orderBy('position')
        .limit(1),
    )
    .where('dueAt', '<=', now.toISOString())
    .returning(claimed)
    .executeTakeFirst()
}

/** It is shown by what an older recipe made. */
function isOlder(photo: Claimed): boolean {
  return photo.made !== '' && photo.recipe !== recipe
}

// Each width counts as soon as it is there: a crash costs one, and whoever comes now gets what there is.
async function makeMore(parts: Parts, photo: Claimed): Promise<void> {
  const made = readMade(photo.made)
  const missing = widthsToMake(photo, made)
  // Photographs that arrive together are all shown before any of them is made to its end.
  const wanted = made.length === 0 ? missing.slice(0, 1) : missing
  const look = await derive(parts, photo, wanted, async (width, derivatives) => {
    made.push(width)
    photo.tries = 0
    const wide = bit(derivatives.some(({ gamut }) => gamut === 'p3'))
    const progress = { recipe, made: writeMade(made), wide, tries: 0, dueAt: after(parts.now(), claimMs) }
    await parts.db.updateTable('photos').set(progress).where('id', '=', photo.id).execute()
  })
  const state = wanted.length < missing.length ? 'waiting' : 'ready'
  await settle(parts, photo, { ...columnsOf(look), state, dueAt: parts.now().toISOString() })
}

// The old derivatives are shown until the last of the new ones is there: an address names one recipe for all widths.
async function makeAgain(parts: Parts, photo: Claimed): Promise<void> {
  const widths = widthsToMake(photo, [])
  const look = await derive(parts, photo, widths, async () => {
    await parts.db
      .updateTable('photos')
      .set({ dueAt: after(parts.now(), claimMs) })
      .where('id', '=', photo.id)
      .execute()
  })
  await settle(parts, photo, {
    ...columnsOf(look),
    state: 'ready',
    recipe,
    made: writeMade(widths),
    formerRecipe: photo.recipe,
    tries: 0,
    dueAt: parts.now().toISOString(),
  })
}

async function derive(
  parts: Parts,
  photo: Claimed,
  widths: readonly number[],
  note: (width: number, derivatives: readonly Derivative[]) => Promise<void>,
): Promise<Look> {
  const original = await parts.files.find(photo.storageKey)
  if (!original) throw new Error(`the original ${photo.storageKey} is missing`)
  return parts.pictures.derive(original.path, widths, async (width, derivatives) => {
    await Promise.all(derivatives.map((one) => parts.files.write(derivativeKey(photo.id, width, one), one.bytes)))
    await note(width, derivatives)
  })
}

// A full disk says nothing about the photograph.
async function giveBackTry({ db }: Parts, { id, tries }: Claimed): Promise<void> {
  await db
    .updateTable('photos')
    .set({ tries: Math.max(tries - 1, 0) })
    .where('id', '=', id)
    .execute()
}

async function settle(parts: Parts, photo: Claimed, end: Partial<PhotosTable>): Promise<void> {
  await changeTogether(parts, async (unit) => {
    await unit.tx.updateTable('photos').set(end).where('id', '=', photo.id).execute()
    for (const change of whereItHangs(photo)) unit.announce(change)
    return done()
  })
}

function columnsOf({ colour, placeholder, wide }: Look) {
  return { colour, placeholder, wide: bit(wide) }
}

function bit(truth: boolean): Bit {
  return truth ? 1 : 0
}

function after(moment: Date, ms: number): string {
  return new Date(moment.getTime() + ms).toISOString()
}

function whereItHangs(photo: Claimed): Change[] {
  if (photo.projectId === null) return [{ about: 'studio' }]
  const onItsPage: Change = { about: 'project', id: photo.projectId }
  return photo.place === 'cover' ? [onItsPage, { about: 'work' }] : [onItsPage]
}
