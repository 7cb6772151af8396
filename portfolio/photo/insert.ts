import type { Admin } from '#portfolio/account/as-admin.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import type { Audience } from '#portfolio/audience.ts'
import type { PhotosTable } from '#portfolio/tables.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { done, refused, type Refusal, type Result } from '#portfolio/result.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { changeGallery } from '#portfolio/gallery/change-gallery.ts'
import { shiftPositions, readGallery, positionInGallery } from '#portfolio/gallery/order.ts'
import { projectLimits } from '#portfolio/project/project.ts'
import type { PhotoKind, Place } from './photo.ts'
import { lockValue, valueNotFound } from '#portfolio/value/touch.ts'
import { currentRecipe } from '#portfolio/derivative/derivatives.ts'
import { findShownPhoto, imageNotFound, removeShownPhoto, replacedMeanwhile, type ExpectedPhoto } from './replace.ts'
import type { StoredOriginal } from './store-original.ts'

export interface Attachment {
  readonly projectId: string | null
  readonly place: Place
  readonly alt?: string
  /** Ids of the uploads selected together, in their order in the gallery. */
  readonly batch?: readonly string[]
  /** In a gallery: whether only admins see it. */
  readonly hidden?: boolean
  readonly focal?: { readonly x: number; readonly y: number }
  readonly valueId?: string
  /**
   * In a gallery: the image whose photo it replaces. The image keeps its position, texts, focal point, kind, visibility
   * and layout.
   */
  readonly replaces?: ExpectedPhoto
}

/** The id of the image, and of the photo that it shows. */
export interface AttachedPhoto {
  readonly id: string
  readonly originalId: string
}

export interface NewProjectPhoto {
  readonly original: StoredOriginal
  readonly place: 'cover' | 'gallery'
  readonly alt?: string
  /** By default a photograph. */
  readonly kind?: PhotoKind
  readonly focal?: Attachment['focal']
}

const rowsPerInsert = 100

/**
 * Inserts a photo for an original; repeating it for the same upload changes nothing. Refuses missing projects, images
 * and values, uploads that are attached elsewhere or whose photo was removed, full galleries, and (`newer`) an image
 * that no longer shows the expected photo.
 */
export async function insertPhoto(
  unit: UnitOfWork,
  _: Admin,
  original: StoredOriginal,
  to: Attachment,
): Promise<Result<AttachedPhoto>> {
  const audience = to.projectId === null ? 'everyone' : await touchProject(unit, to.projectId)
  if (!audience) return projectNotFound
  if (original.uploadId !== null) {
    const [same] = await findByUploads(unit.tx, [original.uploadId])
    if (same?.deletedAt === null && isAttachedAs(same, to)) return done(toAttachedPhoto(same))
    if (same) return alreadyAttached(same)
  }
  if (to.replaces) return replacePhoto(unit, original, to, to.replaces, audience)
  const gallery = to.place === 'gallery' ? await readGallery(unit, to.projectId) : []
  if (gallery.length >= projectLimits.images) return tooManyImages()
  const id = unit.newId()
  if (to.place === 'value' && !(await replaceValuePhoto(unit, to.valueId ?? '', id))) return valueNotFound
  const insert = async () => {
    const kind = to.place === 'value' || to.place === 'gallery' ? 'photograph' : await removePreviousPhoto(unit, to)
    const position = to.place === 'gallery' ? positionInGallery(gallery, original.uploadId, to.batch ?? []) : 0
    await unit.tx
      .insertInto('photos')
      .values({ id, ...rowOf(unit, original, to), kind, position })
      .execute()
    await shiftPositions(unit, gallery.slice(position - 1))
  }
  if (to.projectId === null) {
    await insert()
    unit.publish({ about: 'studio' })
  } else await changeGallery(unit, { id: to.projectId, audience }, insert)
  return done({ id, originalId: id })
}

async function replacePhoto(
  unit: UnitOfWork,
  original: StoredOriginal,
  to: Attachment,
  { photoId, originalId }: ExpectedPhoto,
  audience: Audience,
): Promise<Result<AttachedPhoto>> {
  const projectId = to.projectId ?? ''
  const shown = await findShownPhoto(unit, projectId, photoId)
  if (!shown) return imageNotFound
  if (shown.id !== originalId) return replacedMeanwhile
  // A photo that is replaced before it has a derivative is never shown: it may have been chosen by mistake.
  const formerId = shown.formerId ?? (shown.made === '' ? null : shown.id)
  const id = unit.newId()
  const row = { ...rowOf(unit, original, to), id, imageId: photoId, replacedId: formerId ?? shown.id, formerId }
  await changeGallery(unit, { id: projectId, audience }, async () => {
    const imageColumns = await removeShownPhoto(unit, shown)
    await unit.tx
      .insertInto('photos')
      .values({ ...row, ...imageColumns })
      .execute()
  })
  return done({ id: photoId, originalId: id })
}

/** Whether the upload is already attached there, for example by a request whose response was lost. */
export function isAttachedAs(
  { projectId, place, imageId, valueId }: Awaited<ReturnType<typeof findByUploads>>[number],
  to: Pick<Attachment, 'projectId' | 'place' | 'replaces' | 'valueId'>,
): boolean {
  if (projectId !== to.projectId || place !== to.place || (place === 'value' && valueId !== to.valueId)) return false
  return !to.replaces || imageId === to.replaces.photoId
}

export function toAttachedPhoto({ id, imageId }: Pick<PhotosTable, 'id' | 'imageId'>): AttachedPhoto {
  return { id: imageId ?? id, originalId: id }
}

/**
 * Inserts the photos of a new project, its images in the given order. Refuses too many images, and uploads that are
 * already attached, listing all of these.
 */
export async function insertNewProjectPhotos(
  unit: UnitOfWork,
  _: Admin,
  projectId: string,
  photos: readonly NewProjectPhoto[],
): Promise<Result> {
  const attached = await findByUploads(
    unit.tx,
    photos.flatMap(({ original }) => original.uploadId ?? []),
  )
  if (attached.length > 0) {
    return refuseUploads(attached.map((photo) => ({ id: photo.uploadId ?? '', refusal: alreadyAttached(photo) })))
  }
  let position = 0
  const rows = photos.map(({ original, alt, kind, place, focal }) => ({
    id: unit.newId(),
    ...rowOf(unit, original, { projectId, place, ...(alt && { alt }), ...(focal && { focal }) }),
    ...(kind && { kind }),
    position: place === 'gallery' ? ++position : 0,
  }))
  if (position > projectLimits.images) return tooManyImages()
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await unit.tx
      .insertInto('photos')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute()
  }
  return done()
}

/** One refusal for several uploads: `about` lists them in the given order. */
export function refuseUploads(uploads: readonly { readonly id: string; readonly refusal: Refusal }[]): Refusal {
  const [first] = uploads
  if (!first) throw new Error('no upload was refused')
  const problems = uploads.map(({ id, refusal: { code, message } }) => ({ id, code, message }))
  return { ...first.refusal, about: { upload: first.id, uploads: problems } }
}

export async function findByUploads(db: Ports['db'], uploadIds: readonly string[]) {
  if (uploadIds.length === 0) return []
  return db
    .selectFrom('photos')
    .leftJoin('studioValues', 'studioValues.photoId', 'photos.id')
    .select(['photos.id', 'imageId', 'uploadId', 'projectId', 'place', 'photos.deletedAt'])
    .select('studioValues.id as valueId')
    .where('uploadId', 'in', uploadIds)
    .execute()
}

function alreadyAttached({ deletedAt }: { deletedAt: string | null }): Refusal {
  return deletedAt === null
    ? refused('unknown', 'This upload is already attached elsewhere. Please choose the file again.')
    : refused('unknown', 'This picture was removed. Please choose the file again.')
}

function tooManyImages(): Refusal {
  return refused('wrong-value', `A project can have at most ${projectLimits.images} images.`)
}

function rowOf(unit: UnitOfWork, original: StoredOriginal, to: Attachment) {
  const { storageKey, bytes, sha256, width, height, colour, placeholder, wide, uploadId } = original
  return {
    projectId: to.projectId,
    place: to.place,
    storageKey,
    bytes,
    sha256,
    width,
    height,
    colour,
    placeholder,
    wide: wide ? (1 as const) : (0 as const),
    uploadId,
    alt: to.alt ?? '',
    focalX: to.focal?.x ?? 0.5,
    focalY: to.focal?.y ?? 0.5,
    state: 'waiting' as const,
    recipe: currentRecipe,
    made: '',
    formerRecipe: null,
    crops: '[]',
    formerCrops: '[]',
    failure: '' as const,
    gainMap: 0 as const,
    contrastMap: '',
    tries: 0,
    dueAt: unit.now,
    createdAt: unit.now,
    deletedAt: null,
    caption: '',
    captionVersion: 1,
    credit: '',
    kind: 'photograph' as const,
    shownProjectId: null,
    imageId: null,
    replacedId: null,
    formerId: null,
    removalId: null,
    hidden: to.hidden ? (1 as const) : (0 as const),
    layout: 'automatic' as const,
    layoutPartner: null,
    moveId: null,
    formerPosition: null,
  }
}

/** Sets the photo of a value and removes the previous one; `false` if the value is missing or removed. */
async function replaceValuePhoto(unit: UnitOfWork, valueId: string, photoId: string): Promise<boolean> {
  const value = await lockValue(unit, valueId)
  if (!value) return false
  await unit.tx
    .updateTable('photos')
    .set({ deletedAt: await retentionStart(unit) })
    .where('id', '=', value.photoId ?? '')
    .where('deletedAt', 'is', null)
    .execute()
  await unit.tx.updateTable('studioValues').set({ photoId }).where('id', '=', valueId).execute()
  return true
}

/** Removes the photo at this place, if any, and returns its kind, which the next photo takes over. */
async function removePreviousPhoto(unit: UnitOfWork, { projectId, place }: Attachment): Promise<PhotoKind> {
  const shown = unit.tx
    .updateTable('photos')
    .where('projectId', projectId === null ? 'is' : '=', projectId)
    .where('place', '=', place)
    .where('deletedAt', 'is', null)
  // Waits for a transaction that replaces the same photo: only a later statement sees the photo that it inserted.
  await shown.set((eb) => ({ place: eb.ref('place') })).execute()
  const previous = await shown
    .set({ deletedAt: await retentionStart(unit) })
    .returning('kind')
    .executeTakeFirst()
  // The uploaded photo is the cover now, instead of an image of the gallery.
  if (projectId !== null)
    await unit.tx.updateTable('projects').set({ coverImageId: null }).where('id', '=', projectId).execute()
  return previous?.kind ?? 'photograph'
}
