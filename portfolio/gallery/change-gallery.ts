import type { Audience } from '#portfolio/audience.ts'
import { queueCrops } from '#portfolio/derivative/queue-missing-derivative.ts'
import { findCover } from '#portfolio/photo/cover.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

/**
 * Runs a change of a project's gallery or cover, and publishes it: only to admins if it concerns only hidden images. If
 * another photo is the cover afterwards, queues its crops and publishes a change of the list.
 */
export async function changeGallery(
  unit: UnitOfWork,
  { id, audience }: { readonly id: string; readonly audience: Audience },
  change: () => Promise<void>,
): Promise<void> {
  const [coverBefore, before] = [await findCover(unit.tx, id), await findImageIds(unit, id)]
  await change()
  const [cover, after] = [await findCover(unit.tx, id), await findImageIds(unit, id)]
  const isSeen = cover !== coverBefore || after.shown !== before.shown || after.hidden === before.hidden
  unit.publish({ about: 'project', id, audience: isSeen ? audience : 'admins' })
  if (cover === coverBefore) return
  unit.publish({ about: 'work', audience })
  if (cover !== null && (await queueCrops(unit, cover)) > 0) unit.wakeJobs()
}

/** The visible and the hidden photos of a gallery in order, to be compared; hidden ones with their positions. */
async function findImageIds({ tx }: UnitOfWork, projectId: string): Promise<{ shown: string; hidden: string }> {
  const images = await tx
    .selectFrom('photos')
    .select(['id', 'position', 'hidden'])
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
  return {
    shown: images.flatMap(({ id, hidden }) => (hidden === 1 ? [] : id)).join(),
    hidden: images.flatMap(({ id, position, hidden }) => (hidden === 1 ? `${id} ${position}` : [])).join(),
  }
}
