import { admit, changeAsAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import type { Person } from '#portfolio/account/account.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import { readPosition } from '#portfolio/project/project.ts'
import { touchProject } from '#portfolio/project/touch.ts'
import { hang } from './hang.ts'
import type { Place } from './photo.ts'
import { giveBack, receive } from './receive.ts'

/** Hangs a finished upload: at the end of the gallery, or as the cover. Asked twice, it hangs once. */
export async function addPhoto(
  parts: Parts,
  person: Person | null,
  wish: { projectId: string; uploadId: string; place: 'gallery' | 'cover' },
): Promise<Outcome<{ id: string }>> {
  const admitted = await admit(parts, person)
  if (!admitted.ok) return admitted
  const upload = await parts.uploads.find(wish.uploadId, admitted.value.userId)
  if (!upload) return findHung(parts, wish)
  const received = await receive(parts, { ...upload, uploadId: wish.uploadId }, wish)
  if (!received.ok) return received.why === 'unknown' ? findHung(parts, wish) : received
  const hung = await changeAsAdmin(parts, person, (unit, admin) => hang(unit, admin, received.value, wish))
  if (!hung.ok || !(await isStoredAs(parts, hung.value.id, received.value.storageKey))) {
    await giveBack(parts, [received.value])
  }
  if (!hung.ok) return hung
  await parts.uploads.discard(wish.uploadId)
  parts.wake()
  return hung
}

/** Moves an image to a 1-based slot of its gallery; the others close up. */
export async function moveImage(
  unit: UnitOfWork,
  _: Admin,
  wish: { projectId: string; photoId: string; position: string },
): Promise<Outcome> {
  if (!(await touchProject(unit, wish.projectId))) return refused('unknown', 'Project not found')
  const images = await unit.tx
    .selectFrom('photos')
    .select(['id', 'position'])
    .where('projectId', '=', wish.projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .execute()
  const from = images.find((image) => image.id === wish.photoId)?.position
  const to = readPosition(wish.position)
  if (from === undefined) return refused('unknown', 'This image is no longer there.')
  if (to === null || to < 1 || to > images.length) {
    return refused('wrong-value', `A position is a whole number from 1 to ${images.length}.`)
  }
  await shift(unit, wish.projectId, from, to)
  await unit.tx.updateTable('photos').set({ position: to }).where('id', '=', wish.photoId).execute()
  unit.announce({ about: 'project', id: wish.projectId })
  return done()
}

/** Takes an image down; its files stay 30 days. */
export async function removeImage(
  unit: UnitOfWork,
  _: Admin,
  wish: { projectId: string; photoId: string },
): Promise<Outcome> {
  if (!(await touchProject(unit, wish.projectId))) return refused('unknown', 'Project not found')
  const removed = await unit.tx
    .updateTable('photos')
    .set({ deletedAt: unit.now })
    .where('id', '=', wish.photoId)
    .where('projectId', '=', wish.projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .returning('position')
    .executeTakeFirst()
  if (!removed) return refused('unknown', 'This image is no longer there.')
  await shift(unit, wish.projectId, removed.position, Number.MAX_SAFE_INTEGER)
  unit.announce({ about: 'project', id: wish.projectId })
  return done()
}

// Everyone between the old slot and the new one makes room, by one step.
async function shift(unit: UnitOfWork, projectId: string, from: number, to: number): Promise<void> {
  const step = to > from ? -1 : 1
  await unit.tx
    .updateTable('photos')
    .set((of) => ({ position: of('position', '+', step) }))
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .where('position', '>=', Math.min(from, to))
    .where('position', '<=', Math.max(from, to))
    .where('position', '!=', from)
    .execute()
}

// The answer of the first try was lost: the upload is gone because it hangs already.
async function findHung(parts: Pick<Parts, 'db'>, wish: { projectId: string; uploadId: string; place: Place }) {
  const hung = await parts.db
    .selectFrom('photos')
    .select('id')
    .where('uploadId', '=', wish.uploadId)
    .where('projectId', '=', wish.projectId)
    .where('place', '=', wish.place)
    .executeTakeFirst()
  return hung ? done(hung) : refused('unknown', 'This upload is no longer there. Please choose the file again.')
}

async function isStoredAs(parts: Pick<Parts, 'db'>, photoId: string, storageKey: string): Promise<boolean> {
  const row = await parts.db.selectFrom('photos').select('storageKey').where('id', '=', photoId).executeTakeFirst()
  return row?.storageKey === storageKey
}
