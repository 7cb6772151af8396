import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Audience } from '#portfolio/audience.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { lockProject, projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { optionalLine, refuseFields } from '#portfolio/form-fields.ts'
import type { Place } from './photo.ts'
import { photoLimits } from './photo-limits.ts'
import { placeOfUse } from '#portfolio/derivative/derive-queue.ts'
import { queueCrops } from '#portfolio/derivative/queue-missing-derivative.ts'
import { imageIdOf } from './image-of-photo.ts'
import { imageNotFound } from './replace.ts'

export const altText = optionalLine('The alternative text', photoLimits.alt)

export const creditText = optionalLine('The credit', photoLimits.credit)

const caption = optionalLine('The caption', photoLimits.caption)

/** `photoId` is the id of the image, or of a photo outside a gallery; `projectId` is `null` for the studio's photos. */
interface PhotoReference {
  readonly projectId: string | null
  readonly photoId: string
}

/** Replaces the alt text `baseText`; refuses with both texts (`newer`) if another text was saved since. */
export function editAltText(
  unit: UnitOfWork,
  _: Admin,
  { alt, ...input }: PhotoReference & { alt: unknown; baseText: string },
): Promise<Result> {
  return editLine(unit, 'alt', altText.safeParse(alt), input)
}

/** Replaces the credit `baseText`, like `editAltText`. */
export function editCredit(
  unit: UnitOfWork,
  _: Admin,
  { credit: text, ...input }: PhotoReference & { credit: unknown; baseText: string },
): Promise<Result> {
  return editLine(unit, 'credit', creditText.safeParse(text), input)
}

/** Replaces the caption `baseText` of an image, like `editAltText`. */
export function editImageCaption(
  unit: UnitOfWork,
  _: Admin,
  { caption: text, ...input }: PhotoReference & { caption: unknown; baseText: string },
): Promise<Result> {
  return editLine(unit, 'caption', caption.safeParse(text), input)
}

async function editLine(
  unit: UnitOfWork,
  column: 'alt' | 'credit' | 'caption',
  text: ReturnType<typeof altText.safeParse>,
  input: PhotoReference & { baseText: string },
): Promise<Result> {
  if (!text.success) return refuseFields(text.error, column)
  const photo = await lockPhoto(unit, input)
  if (!photo.ok) return photo
  const { id, [column]: saved } = photo.value
  if (saved !== input.baseText && saved !== text.data) {
    return refused('newer', 'Someone saved another text for this picture in the meantime.', {
      conflict: { yours: text.data, theirs: saved },
    })
  }
  await unit.tx
    .updateTable('photos')
    .set((eb) => ({
      [column]: text.data,
      ...(column === 'caption' && { captionVersion: eb('captionVersion', '+', 1) }),
    }))
    .where('id', '=', id)
    .execute()
  publishChange(unit, input.projectId, photo.value)
  return done()
}

/** Sets the point that stays visible when the photo is cropped: fractions of width and height, such as `0.25`. */
export async function setFocalPoint(
  unit: UnitOfWork,
  _: Admin,
  input: PhotoReference & { x: string; y: string },
): Promise<Result> {
  const [focalX, focalY] = [parseFraction(input.x), parseFraction(input.y)]
  if (focalX === null || focalY === null) {
    return refused('wrong-value', 'A focal point lies within the picture: two fractions from 0 to 1.')
  }
  const photo = await lockPhoto(unit, input)
  if (!photo.ok) return photo
  await unit.tx.updateTable('photos').set({ focalX, focalY }).where('id', '=', photo.value.id).execute()
  if ((await queueCrops(unit, photo.value.id)) > 0) unit.wakeJobs()
  publishChange(unit, input.projectId, photo.value)
  return done()
}

export async function retryPhoto(unit: UnitOfWork, _: Admin, input: PhotoReference): Promise<Result> {
  const photo = await lockPhoto(unit, input)
  if (!photo.ok) return photo
  if (photo.value.state !== 'failed') return done()
  const queued = { state: 'waiting', failure: '', tries: 0, dueAt: unit.now } as const
  await unit.tx.updateTable('photos').set(queued).where('id', '=', photo.value.id).execute()
  unit.wakeJobs()
  publishChange(unit, input.projectId, photo.value)
  return done()
}

/** Saves a studio photo's caption, edited from `version`. Refuses (`newer`) with both texts if there is a newer one. */
export async function editStudioCaption(
  unit: UnitOfWork,
  _: Admin,
  input: PhotoReference & { text: unknown; version: number },
): Promise<Result<{ version: number }>> {
  const text = caption.safeParse(input.text)
  if (!text.success) return refuseFields(text.error, 'caption')
  const photo = await lockPhoto(unit, input)
  if (!photo.ok) return photo
  const saved = await unit.tx
    .updateTable('photos')
    .set((eb) => ({ caption: text.data, captionVersion: eb('captionVersion', '+', 1) }))
    .where('id', '=', photo.value.id)
    .where('captionVersion', '=', input.version)
    .returning('captionVersion as version')
    .executeTakeFirst()
  if (!saved) {
    return refused('newer', 'Someone saved another version of this text in the meantime.', {
      conflict: { yours: text.data, theirs: photo.value.caption, version: photo.value.captionVersion },
    })
  }
  publishChange(unit, input.projectId, photo.value)
  return done(saved)
}

/** Sets the published project that a photo of the studio shows and links to; an empty id removes the link. */
export async function setShownProject(
  unit: UnitOfWork,
  _: Admin,
  input: { photoId: string; shownProjectId: string },
): Promise<Result> {
  if (input.shownProjectId !== '' && (await lockProject(unit, input.shownProjectId)) !== 'everyone')
    return projectNotFound
  const photo = await lockPhoto(unit, { projectId: null, photoId: input.photoId })
  if (!photo.ok) return photo
  const shownProjectId = input.shownProjectId || null
  await unit.tx.updateTable('photos').set({ shownProjectId }).where('id', '=', photo.value.id).execute()
  unit.publish({ about: 'studio' })
  return done()
}

/**
 * Locks the row with a no-op update: studio photos have no project that serialises their changes. `place` is where
 * pages use the photo; `audience` is that of the change event, `everyone` for studio photos.
 */
async function lockPhoto(unit: UnitOfWork, { projectId, photoId }: PhotoReference) {
  const audience = projectId === null ? 'everyone' : await touchProject(unit, projectId)
  if (!audience) return projectNotFound
  const photo = await unit.tx
    .updateTable('photos')
    .set((eb) => ({ alt: eb.ref('alt') }))
    .where((eb) => eb(imageIdOf(eb), '=', photoId))
    .where('projectId', projectId === null ? 'is' : '=', projectId)
    .where('deletedAt', 'is', null)
    .returning(['id', 'alt', 'credit', 'caption', 'captionVersion', 'place', 'state', 'hidden'])
    .executeTakeFirst()
  if (!photo) return imageNotFound
  const place = await placeOfUse(unit.tx, { ...photo, projectId })
  return done({ ...photo, place, audience: photo.hidden === 1 ? ('admins' as const) : audience })
}

function publishChange(
  unit: UnitOfWork,
  projectId: string | null,
  { place, audience }: { readonly place: Place; readonly audience: Audience },
): void {
  if (projectId === null) return unit.publish({ about: 'studio' })
  unit.publish({ about: 'project', id: projectId, audience })
  if (place === 'cover') unit.publish({ about: 'work', audience })
}

function parseFraction(text: string): number | null {
  return /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text) ? Number(text) : null
}
