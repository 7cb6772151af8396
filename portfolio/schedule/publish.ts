import { asScheduler } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'
import { publishProject } from '#portfolio/project/edit.ts'
import { projectNotFound } from '#portfolio/project/touch.ts'
import type { TransactionPorts } from '#portfolio/transaction.ts'

/** The earliest scheduled time (ISO 8601), or the earliest one after `after`; `null` if there is none. */
export async function findNextPublication({ db }: Pick<Ports, 'db'>, after = ''): Promise<string | null> {
  const next = await db
    .selectFrom('projects')
    .select('publishAt')
    .where('publishAt', '>', after)
    .where('deletedAt', 'is', null)
    .orderBy('publishAt')
    .limit(1)
    .executeTakeFirst()
  return next?.publishAt ?? null
}

/** Publishes the drafts that are due at `now`, each in its own transaction, and only once if several processes run. */
export async function publishScheduled(ports: TransactionPorts, now: Date): Promise<void> {
  const at = now.toISOString()
  const due = await ports.db
    .selectFrom('projects')
    .select('id')
    .where('publishAt', '<=', at)
    .where('deletedAt', 'is', null)
    .orderBy('publishAt')
    .orderBy('id')
    .execute()
  for (const { id } of due) await publishOne({ ...ports, now: () => now }, id, at)
}

async function publishOne(ports: TransactionPorts, id: string, at: string): Promise<void> {
  const published = await asScheduler(ports, async (unit, admin) => {
    // An admin or another process may have published or rescheduled it meanwhile.
    const claimed = await unit.tx
      .updateTable('projects')
      .set({ publishAt: null })
      .where('id', '=', id)
      .where('publishAt', '<=', at)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!claimed) return projectNotFound
    return publishProject(unit, admin, { id })
  })
  if (published.ok) ports.log.info('a project was published', { projectId: id, by: 'scheduler' })
}
