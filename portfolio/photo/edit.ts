import { changeAsAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import { admit } from '#portfolio/account/show.ts'
import type { Person } from '#portfolio/account/account.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import { readPosition } from '#portfolio/project/project.ts'
import { touchProject } from '#portfolio/project/touch.ts'
import { optionalLine } from '#portfolio/text.ts'
import { hang } from './hang.ts'
import { arrange, placedIn, type Placed } from './order.ts'
import { photoLimits, type Place } from './photo.ts'
import { giveBack, receive } from './receive.ts'

/** The rule for what is said of a picture: one line; none is fine. */
export const altText = optionalLine('The alt text', photoLimits.alt)

/** What is to become of an upload. */
export interface PhotoWish {
  readonly projectId: string
  readonly uploadId: string
  readonly place: 'gallery' | 'cover'
  readonly alt?: string
  /** All uploads that were chosen together, as they were chosen: the gallery has them in this order. */
  readonly selection?: readonly string[]
}

/** Hangs a finished upload: in its slot of the gallery, or as the cover. Asked twice, it hangs once. */
export async function addPhoto(parts: Parts, person: Person | null, wish: PhotoWish): Promise<Outcome<{ id: string }>> {
  const admitted = await admit(parts.db, person)
  if (!admitted.ok) return admitted
  const alt = altText.safeParse(wish.alt ?? '')
  if (!alt.success)
    return refused('wrong-value', alt.error.issues[0]?.message ?? '', {
      fields: { alt: alt.error.issues[0]?.message ?? '' },
    })
  const upload = await parts.uploads.find(wish.uploadId, admitted.value.userId)
  if (!upload) return findHung(parts, wish)
  const received = await receive(parts, { ...upload, uploadId: wish.uploadId }, wish)
  if (!received.ok) return received.why === 'unknown' ? findHung(parts, wish) : received
  const hung = await changeAsAdmin(
    parts,
    person,
    (unit, admin) => hang(unit, admin, received.value, { ...wish, alt: alt.data }),
    { counted: false },
  )
  const needless = hung.ok ? !(await isStoredAs(parts, hung.value.id, received.value.storageKey)) : !hung.unsure
  if (needless) await giveBack(parts, [received.value])
  if (!hung.ok) return hung
  await parts.uploads.discard(wish.uploadId)
  parts.wake()
  return hung
}

/**
 * Moves images, as one block that keeps its order, so that the first of them hangs in the 1-based slot `position`
 * (or the last of them in the `last` one); the others close up. All of them or none.
 */
export async function moveImages(
  unit: UnitOfWork,
  _: Admin,
  wish: { projectId: string; photoIds: readonly string[]; position: string },
): Promise<Outcome> {
  const found = await findImages(unit, wish)
  if (!found.ok) return found
  const { chosen, others } = found.value
  const lastSlot = others.length + 1
  const slot = wish.position === 'last' ? lastSlot : readPosition(wish.position)
  if (slot === null || slot < 1 || slot > lastSlot) {
    return refused('wrong-value', `A position is a whole number from 1 to ${lastSlot}.`)
  }
  await arrange(unit, others.toSpliced(slot - 1, 0, ...chosen))
  unit.announce({ about: 'project', id: wish.projectId })
  return done()
}

/** Takes images down, all of them or none; their files stay 30 days. */
export async function removeImages(
  unit: UnitOfWork,
  _: Admin,
  wish: { projectId: string; photoIds: readonly string[] },
): Promise<Outcome> {
  const found = await findImages(unit, wish)
  if (!found.ok) return found
  const { chosen, others } = found.value
  await unit.tx
    .updateTable('photos')
    .set({ deletedAt: unit.now })
    .where(
      'id',
      'in',
      chosen.map((image) => image.id),
    )
    .execute()
  await arrange(unit, others)
  unit.announce({ about: 'project', id: wish.projectId })
  return done()
}

/**
 * Says in words what a picture of the project shows; an empty text takes the words away.
 * `was` is the text that they replace: refuses, with both texts, when another stands there by now.
 */
export async function describeImage(
  unit: UnitOfWork,
  _: Admin,
  wish: { projectId: string; photoId: string; alt: unknown; was: string },
): Promise<Outcome> {
  const alt = altText.safeParse(wish.alt)
  if (!alt.success) {
    const message = alt.error.issues[0]?.message ?? ''
    return refused('wrong-value', message, { fields: { alt: message } })
  }
  const photo = await findPicture(unit, wish)
  if (!photo.ok) return photo
  if (photo.value.alt !== wish.was && photo.value.alt !== alt.data) {
    return refused('newer', 'Someone saved another text for this picture in the meantime.', {
      newer: { yours: alt.data, theirs: photo.value.alt },
    })
  }
  await unit.tx.updateTable('photos').set({ alt: alt.data }).where('id', '=', wish.photoId).execute()
  announcePicture(unit, wish.projectId, photo.value.place)
  return done()
}

/** Sets the point that stays in sight when the picture is cropped: fractions of its width and height, `0.25`. */
export async function aimImage(
  unit: UnitOfWork,
  _: Admin,
  wish: { projectId: string; photoId: string; x: string; y: string },
): Promise<Outcome> {
  const [focalX, focalY] = [readFraction(wish.x), readFraction(wish.y)]
  if (focalX === null || focalY === null) {
    return refused('wrong-value', 'A focal point lies within the picture: two fractions from 0 to 1.')
  }
  const photo = await findPicture(unit, wish)
  if (!photo.ok) return photo
  await unit.tx.updateTable('photos').set({ focalX, focalY }).where('id', '=', wish.photoId).execute()
  announcePicture(unit, wish.projectId, photo.value.place)
  return done()
}

// Parts a gallery into the images that are wished for and the others, both in their order. A list that names an
// image twice, or one that is not there, was made of a page that is no longer true: nothing of it is done.
async function findImages(
  unit: UnitOfWork,
  { projectId, photoIds }: { projectId: string; photoIds: readonly string[] },
): Promise<Outcome<{ chosen: Placed[]; others: Placed[] }>> {
  const wanted = new Set(photoIds)
  if (photoIds.length === 0) return refused('wrong-value', 'Choose at least one image first.')
  if (wanted.size < photoIds.length) return refused('wrong-value', 'An image was named twice. Nothing was changed.')
  if (!(await touchProject(unit, projectId))) return refused('unknown', 'Project not found')
  const images = await placedIn(unit, projectId)
  const chosen = images.filter((image) => wanted.has(image.id))
  const missing = wanted.size - chosen.length
  if (missing > 0 && wanted.size === 1) return refused('unknown', 'This image is no longer there.')
  if (missing > 0) {
    return refused(
      'unknown',
      `${missing} of these images ${missing === 1 ? 'is' : 'are'} no longer there. Nothing was changed.`,
    )
  }
  return done({ chosen, others: images.filter((image) => !wanted.has(image.id)) })
}

async function findPicture(unit: UnitOfWork, { projectId, photoId }: { projectId: string; photoId: string }) {
  if (!(await touchProject(unit, projectId))) return refused('unknown', 'Project not found')
  const photo = await unit.tx
    .selectFrom('photos')
    .select(['alt', 'place'])
    .where('id', '=', photoId)
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return photo ? done(photo) : refused('unknown', 'This image is no longer there.')
}

function announcePicture(unit: UnitOfWork, projectId: string, place: Place): void {
  unit.announce({ about: 'project', id: projectId })
  if (place === 'cover') unit.announce({ about: 'work' })
}

/** A decimal fraction from 0 to 1, or `null` for anything else. */
function readFraction(written: string): number | null {
  return /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(written) ? Number(written) : null
}

// The answer of the first try was lost: the upload is gone because it hangs already.
async function findHung(parts: Pick<Parts, 'db'>, wish: { projectId: string; uploadId: string; place: Place }) {
  const hung = await parts.db
    .selectFrom('photos')
    .select('id')
    .where('uploadId', '=', wish.uploadId)
    .where('projectId', '=', wish.projectId)
    .where('place', '=', wish.place)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return hung ? done(hung) : refused('unknown', 'This upload is no longer there. Please choose the file again.')
}

async function isStoredAs(parts: Pick<Parts, 'db'>, photoId: string, storageKey: string): Promise<boolean> {
  const row = await parts.db.selectFrom('photos').select('storageKey').where('id', '=', photoId).executeTakeFirst()
  return row?.storageKey === storageKey
}
