import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { PrivateLink } from './private-link.ts'

/** The links of a draft, newest first. */
export async function listPrivateLinks(
  { db, now, privateLinkTokens }: Pick<Ports, 'db' | 'now' | 'privateLinkTokens'>,
  _: Admin,
  { projectId }: { readonly projectId: string },
): Promise<PrivateLink[]> {
  const rows = await db
    .selectFrom('privateLinks')
    .select(['id', 'recipient', 'expiresAt', 'opens', 'lastOpenedAt'])
    .where('projectId', '=', projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  const at = now().toISOString()
  return rows.map((row) => ({ ...row, token: privateLinkTokens.create(row.id), isExpired: row.expiresAt <= at }))
}
