import { refused } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

export const unknownLink = refused('unknown', 'This link was revoked in the meantime.')

/** Publishes a change of a draft's links to admins only: visitors must not learn that the draft exists. */
export function publishToAdmins(unit: UnitOfWork, projectId: string): void {
  unit.publish({ about: 'project', id: projectId, audience: 'admins' })
}
