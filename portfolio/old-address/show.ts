import type { Audience } from '#portfolio/audience.ts'
import type { Ports } from '#portfolio/ports.ts'
import { candidatesOf, type TargetPage } from './old-address.ts'

/** Where an old address leads; `slug` is the current slug of the project. */
export type FoundTarget = { readonly page: TargetPage } | { readonly slug: string }

/**
 * Where this URL of the former site leads; `null` if it is unknown, or if its project does not exist for this audience.
 * An address with the query of the URL wins over one without.
 */
export async function findOldAddress(
  db: Ports['db'],
  url: { readonly pathname: string; readonly search: string },
  audience: Audience,
): Promise<FoundTarget | null> {
  const candidates = candidatesOf(url)
  if (candidates.length === 0) return null
  const rows = await db
    .selectFrom('oldAddresses')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.id', '=', 'oldAddresses.projectId')
        .on('projects.deletedAt', 'is', null)
        .$call((on) => (audience === 'everyone' ? on.on('publishedAt', 'is not', null) : on)),
    )
    .select(['path', 'page', 'slug'])
    .where('path', 'in', candidates)
    .where('oldAddresses.deletedAt', 'is', null)
    .execute()
  const found = rows.toSorted((one, other) => other.path.length - one.path.length)[0]
  if (!found) return null
  if (found.page !== null) return { page: found.page }
  return found.slug === null ? null : { slug: found.slug }
}
