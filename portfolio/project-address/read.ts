import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'
import { parseAddress } from './slug.ts'

/**
 * The id of the project with this slug or id, even if it is in the bin; `null` if there is none. Ignores former slugs.
 */
export async function findProjectIdEvenInBin(db: Ports['db'], _: Admin, segment: string): Promise<string | null> {
  const address = parseAddress(segment)
  if (address === null) return null
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where(({ eb, or }) => or([eb('id', '=', address), eb('slug', '=', address)]))
    .executeTakeFirst()
  return project?.id ?? null
}
