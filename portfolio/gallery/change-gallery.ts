import type { Audience } from '#portfolio/audience.ts'
import { queueCrops } from '#portfolio/derivative/queue-missing-derivative.ts'
import { findCover } from '#portfolio/photo/cover.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

/**
 * Runs a change of a project's gallery or cover, and publishes it. If another photo is the cover afterwards, queues its
 * crops and publishes a change of the list.
 */
export async function changeGallery(
  unit: UnitOfWork,
  { id, audience }: { readonly id: string; readonly audience: Audience },
  change: () => Promise<void>,
): Promise<void> {
  const before = await findCover(unit.tx, id)
  await change()
  unit.publish({ about: 'project', id, audience })
  const cover = await findCover(unit.tx, id)
  if (cover === before) return
  unit.publish({ about: 'work', audience })
  if (cover !== null && (await queueCrops(unit, cover)) > 0) unit.wakeJobs()
}
