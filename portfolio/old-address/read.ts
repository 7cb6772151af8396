import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { OldAddress } from './old-address.ts'

/** The old addresses by path, with the names of their projects. */
export async function listOldAddresses(db: Ports['db'], _: Admin): Promise<OldAddress[]> {
  const rows = await db
    .selectFrom('oldAddresses')
    .leftJoin('projects', 'projects.id', 'oldAddresses.projectId')
    .select(['oldAddresses.id', 'path', 'page', 'name', 'publishedAt', 'projects.deletedAt'])
    .where('oldAddresses.deletedAt', 'is', null)
    .execute()
  const addresses = rows.map(({ id, path, page, name, publishedAt, deletedAt }) => ({
    id,
    path,
    page,
    project: name === null ? null : { name, isDraft: publishedAt === null, isRemoved: deletedAt !== null },
  }))
  // Not sorted by the database, because SQLite and PostgreSQL order punctuation differently.
  return addresses.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
