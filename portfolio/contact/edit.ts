import type { Admin } from '#portfolio/account/as-admin.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { messageChanges, type MessageChange } from './inbox.ts'

/** Records or clears the time of an action; repeating it changes nothing. A deleted message can only be restored. */
export async function changeMessage(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; change: MessageChange },
): Promise<Result> {
  const { field, isSet } = messageChanges[input.change]
  const now = isSet ? await retentionStart(unit) : null
  const changed = await unit.tx
    .updateTable('contactSubmissions')
    // Keeps the time of the first change if it is repeated.
    .set((eb) => ({ [field]: isSet ? eb.fn.coalesce(field, eb.val(now)) : null }))
    .where('id', '=', input.id)
    .$if(field !== 'deletedAt', (query) => query.where('deletedAt', 'is', null))
    .returning('id')
    .executeTakeFirst()
  if (!changed) return refused('unknown', 'This message has been deleted in the meantime.')
  unit.publish({ about: 'inbox' })
  return done()
}
