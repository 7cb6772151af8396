import type { SiteStores } from '#tests/support/site/site-stores.ts'

/** The data of `prepared-site.ts` in PostgreSQL and a bucket. */
export interface PreparedStores extends SiteStores {
  /** The secret that belongs to the sessions. */
  readonly secret: string
  /** The bucket for the backups of all sites, which is on the same server. */
  readonly backupBucket: string
}

const variable = 'ENFILADE_PREPARED_STORES'

/** Passes the stores to the processes that run the browser tests. */
export function setPreparedStores(stores: PreparedStores): void {
  process.env[variable] = JSON.stringify(stores)
}

/** `null` if the browser tests run on a site with one process, SQLite and a folder. */
export function preparedStores(): PreparedStores | null {
  const text = process.env[variable]
  return text ? (JSON.parse(text) as PreparedStores) : null
}
