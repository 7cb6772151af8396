import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'

/** The id of the last change of the list's order, if it can be undone. */
export async function findLastProjectMove(db: Ports['db'], _: Admin): Promise<string | null> {
  const moved = await db
    .selectFrom('projects')
    .select('moveId')
    .where('moveId', 'is not', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return moved?.moveId ?? null
}
