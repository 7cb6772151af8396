import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { ContactSubmissionsTable } from '#portfolio/tables.ts'

/** All messages of the contact form, newest first. */
export async function listMessages(unit: UnitOfWork, _: Admin): Promise<Result<ContactSubmissionsTable[]>> {
  return done(await unit.tx.selectFrom('contactSubmissions').selectAll().orderBy('createdAt', 'desc').execute())
}
