import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, type Outcome } from '#portfolio/outcome.ts'

/** Deletes every message that was sent under this address, however it was spelt. Says how many there were. */
export async function eraseMessages(unit: UnitOfWork, _: Admin, email: string): Promise<Outcome<number>> {
  const wanted = email.trim().toLowerCase()
  const rows = await unit.tx.selectFrom('contactSubmissions').select(['id', 'email']).execute()
  // Not `lower()`: the databases disagree about letters with accents.
  const ids = rows.filter((row) => row.email.toLowerCase() === wanted).map((row) => row.id)
  for (const id of ids) await unit.tx.deleteFrom('contactSubmissions').where('id', '=', id).execute()
  return done(ids.length)
}
