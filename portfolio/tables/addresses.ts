import type { TargetPage } from '#portfolio/old-address/old-address.ts'
import type { Timestamp } from './accounts.ts'

/** The slugs that projects had before. A slug that another project has now leads to that project instead. */
export interface FormerSlugsTable {
  slug: string
  projectId: string
}

/** Addresses of the studio's former site. Exactly one of `page` and `projectId` is set. */
export interface OldAddressesTable {
  id: string
  /** As `normalizeAddress` returns it. Unique among the addresses that are not removed. */
  path: string
  page: TargetPage | null
  projectId: string | null
  deletedAt: Timestamp | null
}
