import type { Admin } from '#portfolio/account/as-admin.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { findLogo } from './show.ts'

/** Removes the logo; `restoreLogo` can bring it back within `removedRetentionMs`. */
export async function removeLogo(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  return setDeleted(unit, input.id, await retentionStart(unit))
}

/** Brings a removed logo back. Refuses if there is another one by now. Repeating it changes nothing. */
export async function restoreLogo(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  const logo = await findLogo({ db: unit.tx })
  if (logo === input.id) return done()
  if (logo) return refused('wrong-value', 'There is another logo now.')
  return setDeleted(unit, input.id, null)
}

async function setDeleted(unit: UnitOfWork, id: string, deletedAt: string | null): Promise<Result> {
  const changed = await unit.tx
    .updateTable('photos')
    .set({ deletedAt })
    .where('id', '=', id)
    .where('place', '=', 'logo')
    .where('deletedAt', deletedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return refused('unknown', 'This logo is no longer there.')
  unit.publish({ about: 'studio' })
  return done()
}
