import { changeTogether } from '#portfolio/change-together.ts'
import { done } from '#portfolio/outcome.ts'
import { FilesFailed, type Parts } from '#portfolio/parts.ts'
import type { Change } from '#portfolio/changes.ts'
import { derivativeKey, widthsOf, type Place } from './photo.ts'

/** How long one attempt may take before another may begin, in milliseconds. */
const claimMs = 5 * 60_000
/** After so many attempts a photograph is given up, also when each of them ended the process; its original stays. */
const mostTries = 3

interface Claimed {
  readonly id: string
  readonly projectId: string | null
  readonly place: Place
  readonly storageKey: string
  readonly width: number
  readonly tries: number
}

/** Makes the derivatives of the next waiting photograph. `false` when none waits. */
export async function makeNextPhoto(parts: Parts): Promise<boolean> {
  const photo = await claim(parts)
  if (!photo) return false
  try {
    if (photo.tries > mostTries) throw new Error('no attempt came to an end')
    await makeDerivatives(parts, photo)
    await settle(parts, photo, 'ready')
  } catch (error) {
    // A decoder can fail in more ways than it names; the photograph waits, and nothing else is harmed.
    parts.log.error('a photograph could not be made', { photoId: photo.id, tries: photo.tries, cause: String(error) })
    if (error instanceof FilesFailed) await giveBackTry(parts, photo)
    else if (photo.tries >= mostTries) await settle(parts, photo, 'failed')
  }
  return true
}

/** Claims of a process that is no more: its photographs may be made at once. For the start. */
export async function releaseClaims(parts: Pick<Parts, 'db' | 'now'>): Promise<void> {
  await parts.db
    .updateTable('photos')
    .set({ dueAt: parts.now().toISOString() })
    .where('state', '=', 'waiting')
    .execute()
}

async function claim(parts: Parts): Promise<Claimed | undefined> {
  const now = parts.now()
  return parts.db
    .updateTable('photos')
    .set((of) => ({ tries: of('tries', '+', 1), dueAt: new Date(now.getTime() + claimMs).toISOString() }))
    .where('id', '=', (of) =>
      of
        .selectFrom('photos')
        .select('id')
        .where('state', '=', 'waiting')
        .where('deletedAt', 'is', null)
        .where('dueAt', '<=', now.toISOString())
        // What hangs on the list and at the front comes before what hangs in a gallery.
        .orderBy((photo) => photo.case().when('place', '=', 'gallery').then(1).else(0).end())
        .orderBy('dueAt')
        .orderBy('position')
        .limit(1),
    )
    .where('dueAt', '<=', now.toISOString())
    .returning(['id', 'projectId', 'place', 'storageKey', 'width', 'tries'])
    .executeTakeFirst()
}

async function makeDerivatives(parts: Parts, photo: Claimed): Promise<void> {
  const original = await parts.files.find(photo.storageKey)
  if (!original) throw new Error(`the original ${photo.storageKey} is missing`)
  await parts.pictures.derive(original.path, widthsOf(photo.width), (width, format, bytes) =>
    parts.files.write(derivativeKey(photo.id, width, format), bytes),
  )
}

// A full disk says nothing about the photograph.
async function giveBackTry({ db }: Parts, { id, tries }: Claimed): Promise<void> {
  await db
    .updateTable('photos')
    .set({ tries: tries - 1 })
    .where('id', '=', id)
    .execute()
}

async function settle(parts: Parts, photo: Claimed, state: 'ready' | 'failed'): Promise<void> {
  await changeTogether(parts, async (unit) => {
    await unit.tx.updateTable('photos').set({ state }).where('id', '=', photo.id).execute()
    for (const change of whereItHangs(photo)) unit.announce(change)
    return done()
  })
}

function whereItHangs(photo: Claimed): Change[] {
  if (photo.projectId === null) return [{ about: 'studio' }]
  const onItsPage: Change = { about: 'project', id: photo.projectId }
  return photo.place === 'cover' ? [onItsPage, { about: 'work' }] : [onItsPage]
}
