import type { Audience } from '#portfolio/audience.ts'
import { queueCrops } from '#portfolio/derivative/queue-missing-derivative.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { findCover } from './cover.ts'

/** After a change of a gallery: if the cover is another photo than `before`, its crops are made and lists show it. */
export async function followCover(
  unit: UnitOfWork,
  project: { readonly id: string; readonly audience: Audience },
  before: string | null,
): Promise<void> {
  const cover = await findCover(unit.tx, project.id)
  if (cover === before) return
  unit.publish({ about: 'work', audience: project.audience })
  if (cover !== null && (await queueCrops(unit, cover)) > 0) unit.wakeJobs()
}
