import type { Admin } from '#portfolio/account/as-admin.ts'
import { describeFailure } from '#portfolio/derivative/failure.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { UnfinishedPhoto } from './photo.ts'
import { imageIdOf } from './image-of-photo.ts'

/** The sizes in bytes of the originals of a gallery, in its order. */
export async function listImageBytes(
  db: Ports['db'],
  _: Admin,
  { projectId }: { projectId: string },
): Promise<number[]> {
  const images = await db
    .selectFrom('photos')
    .select('bytes')
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
  return images.map(({ bytes }) => bytes)
}

/** Photos of a project, or of the studio (`null`), that cannot be shown yet or failed, by image id. */
export async function listUnfinishedPhotos(
  db: Ports['db'],
  _: Admin,
  { projectId }: { projectId: string | null },
): Promise<Record<string, UnfinishedPhoto>> {
  const photos = await db
    .selectFrom('photos')
    .select((eb) => ['id', imageIdOf(eb).as('imageId'), 'state', 'failure'])
    .where('projectId', projectId === null ? 'is' : '=', projectId)
    .where((eb) => eb.or([eb('state', '=', 'failed'), eb('made', '=', '')]))
    .where('deletedAt', 'is', null)
    .execute()
  const unfinished = photos.map(({ id, imageId, state, failure }) => [
    imageId,
    { originalId: id, failure: state === 'failed' ? describeFailure(failure) : null },
  ])
  return Object.fromEntries(unfinished)
}

/** The id of the last change of a gallery's order, if it can be undone. */
export async function findLastImageMove(
  db: Ports['db'],
  _: Admin,
  { projectId }: { projectId: string },
): Promise<string | null> {
  const moved = await db
    .selectFrom('photos')
    .select('moveId')
    .where('projectId', '=', projectId)
    .where('moveId', 'is not', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return moved?.moveId ?? null
}
