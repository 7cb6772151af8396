import { refused } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

export const unknownLink = refused('unknown', 'This link was revoked in the meantime.')

/** Publishes a change of the links of a draft. A visitor must not learn that there is a draft. */
export function publishToAdmins(unit: UnitOfWork, projectId: string): void {
  unit.publish({ about: 'project', id: projectId, audience: 'admins' })
}
