import type { Admin } from '#portfolio/account/as-admin.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { findCover } from '#portfolio/photo/cover.ts'
import { creditText } from '#portfolio/photo/edit.ts'
import { imageIdOf } from '#portfolio/photo/image-of-photo.ts'
import { photoKinds } from '#portfolio/photo/photo.ts'
import { imageNotFound } from '#portfolio/photo/replace.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

interface ImageDetails {
  readonly projectId: string
  /** Images of the gallery, and the cover photo. */
  readonly photoIds: readonly string[]
  /** Empty to leave the kinds unchanged. */
  readonly kind: string
  /** `null` to leave the credits unchanged. */
  readonly credit: string | null
  /** The credits of these images that the client last loaded. */
  readonly baseCredits: readonly string[]
}

/** Changes all images or none. If any of them has another credit by now, refuses with that credit (`newer`). */
export async function setImageDetails(unit: UnitOfWork, _: Admin, input: ImageDetails): Promise<Result> {
  const kind = photoKinds.find((one) => one === input.kind)
  if (input.kind !== '' && !kind)
    return refused('wrong-value', 'A picture is a photograph, a render, a drawing or a plan.')
  const credit = input.credit === null ? null : creditText.safeParse(input.credit)
  if (credit?.success === false) return refuseFields(credit.error, 'credit')
  const found = await findPhotos(unit, input)
  if (!found.ok) return found
  const { audience, photos } = found.value
  const newer = photos.find((photo) => photo.credit !== credit?.data && !input.baseCredits.includes(photo.credit))
  if (credit && newer) {
    const message = 'Someone saved another credit for one of these pictures in the meantime. Nothing was changed.'
    return refused('newer', message, { conflict: { yours: credit.data, theirs: newer.credit } })
  }
  if (!kind && !credit) return done()
  const ids = photos.map(({ id }) => id)
  const changes = { ...(kind && { kind }), ...(credit && { credit: credit.data }) }
  await unit.tx.updateTable('photos').set(changes).where('id', 'in', ids).execute()
  const isSeen = photos.some(({ hidden }) => hidden === 0)
  unit.publish({ about: 'project', id: input.projectId, audience: isSeen ? audience : 'admins' })
  const cover = await findCover(unit.tx, input.projectId)
  if (cover !== null && ids.includes(cover)) unit.publish({ about: 'work', audience })
  return done()
}

async function findPhotos(unit: UnitOfWork, { projectId, photoIds }: ImageDetails) {
  if (photoIds.length === 0) return refused('wrong-value', 'Choose at least one image first.')
  const audience = await touchProject(unit, projectId)
  if (!audience) return projectNotFound
  const photos = await unit.tx
    .selectFrom('photos')
    .select(['id', 'credit', 'hidden'])
    .where('projectId', '=', projectId)
    .where((eb) => eb(imageIdOf(eb), 'in', photoIds))
    .where('deletedAt', 'is', null)
    .execute()
  if (photos.length === new Set(photoIds).size) return done({ audience, photos })
  if (photoIds.length === 1) return imageNotFound
  return refused('unknown', 'Some of these images are no longer there. Nothing was changed.')
}
