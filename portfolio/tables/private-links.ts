import type { Generated } from 'kysely'
import type { Timestamp } from './accounts.ts'

/** The private links of drafts. A revoked one has no row. */
export interface PrivateLinksTable {
  /** Its token is derived from this id and the site's secret. */
  id: string
  projectId: string
  recipient: string
  expiresAt: Timestamp
  createdAt: Timestamp
  opens: Generated<number>
  lastOpenedAt: Timestamp | null
}
