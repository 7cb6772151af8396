import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, type Outcome } from '#portfolio/outcome.ts'
import type { ContactSubmissionsTable } from '#server/data/tables.ts'

/** What came through the contact form, newest first. */
export async function readEnquiries(unit: UnitOfWork, _: Admin): Promise<Outcome<ContactSubmissionsTable[]>> {
  return done(await unit.tx.selectFrom('contactSubmissions').selectAll().orderBy('createdAt', 'desc').execute())
}
