import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import { touchProject } from '#portfolio/project/touch.ts'
import { makeRoom, placedIn, slotAmong } from './order.ts'
import { photoLimits, recipe, type Place } from './photo.ts'
import type { Original } from './receive.ts'

/** Where an original is to hang, and what is known about it. */
export interface Hanging {
  /** `null` for the studio's own pictures. */
  readonly projectId: string | null
  readonly place: Place
  readonly alt?: string
  /** The uploads that it was chosen together with, as they were chosen: it hangs next to its neighbours. */
  readonly selection?: readonly string[]
  readonly focal?: { readonly x: number; readonly y: number }
}

/** Gives an original its row: in its slot of the gallery, or in place of the cover that was there. */
export async function hang(
  unit: UnitOfWork,
  _: Admin,
  original: Original,
  to: Hanging,
): Promise<Outcome<{ id: string }>> {
  if (to.projectId !== null && !(await touchProject(unit, to.projectId))) return refused('unknown', 'Project not found')
  if (original.uploadId !== null) {
    const same = await findByUpload(unit, original.uploadId)
    if (same?.deletedAt) return refused('unknown', 'This picture was removed. Please choose the file again.')
    if (same?.projectId === to.projectId && same.place === to.place) return done({ id: same.id })
    if (same) return refused('unknown', 'This upload hangs somewhere else already. Please choose the file again.')
  }
  const gallery = to.place === 'gallery' ? await placedIn(unit, to.projectId) : []
  if (gallery.length >= photoLimits.perProject) {
    return refused('wrong-value', `A project holds ${photoLimits.perProject} images at most.`)
  }
  if (to.place !== 'gallery') await takeDown(unit, to)
  const id = unit.newId()
  const position = to.place === 'gallery' ? slotAmong(gallery, original.uploadId, to.selection ?? []) : 0
  await unit.tx
    .insertInto('photos')
    .values({ id, ...rowOf(unit, original, to), position })
    .execute()
  await makeRoom(unit, gallery.slice(position - 1))
  if (to.projectId !== null) unit.announce({ about: 'project', id: to.projectId })
  if (to.place === 'cover') unit.announce({ about: 'work' })
  if (to.projectId === null) unit.announce({ about: 'studio' })
  return done({ id })
}

async function findByUpload(unit: UnitOfWork, uploadId: string) {
  return unit.tx
    .selectFrom('photos')
    .select(['id', 'projectId', 'place', 'deletedAt'])
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
}

function rowOf(unit: UnitOfWork, original: Original, to: Hanging) {
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
    recipe,
    made: '',
    formerRecipe: null,
    tries: 0,
    dueAt: unit.now,
    createdAt: unit.now,
    deletedAt: null,
  }
}

async function takeDown(unit: UnitOfWork, from: Hanging): Promise<void> {
  await unit.tx
    .updateTable('photos')
    .set({ deletedAt: unit.now })
    .where('projectId', from.projectId === null ? 'is' : '=', from.projectId)
    .where('place', '=', from.place)
    .where('deletedAt', 'is', null)
    .execute()
}
