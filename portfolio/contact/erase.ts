import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { done, type Result } from '#portfolio/result.ts'

/** Deletes all messages from this e-mail address, ignoring case. Returns their number. */
export async function eraseMessages(unit: UnitOfWork, _: Admin, email: string): Promise<Result<number>> {
  const wanted = email.trim().toLowerCase()
  const rows = await unit.tx.selectFrom('contactSubmissions').select(['id', 'email']).execute()
  // Not `lower()`, because SQLite's changes only ASCII letters.
  const ids = rows.filter((row) => row.email.toLowerCase() === wanted).map((row) => row.id)
  for (const id of ids) await unit.tx.deleteFrom('contactSubmissions').where('id', '=', id).execute()
  if (ids.length > 0) unit.publish({ about: 'inbox' })
  return done(ids.length)
}
