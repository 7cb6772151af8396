import type { UnitOfWork } from '#portfolio/transaction.ts'

/** Ends the private links of a project for good: a withdrawal does not bring them back. */
export async function endPrivateLinks({ tx }: Pick<UnitOfWork, 'tx'>, projectId: string): Promise<void> {
  await tx.deleteFrom('privateLinks').where('projectId', '=', projectId).execute()
}
