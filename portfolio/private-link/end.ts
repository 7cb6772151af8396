import type { UnitOfWork } from '#portfolio/transaction.ts'

/** Deletes the private links of a project, so that they do not work again after a withdrawal. */
export async function endPrivateLinks({ tx }: Pick<UnitOfWork, 'tx'>, projectId: string): Promise<void> {
  await tx.deleteFrom('privateLinks').where('projectId', '=', projectId).execute()
}
