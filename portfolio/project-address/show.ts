import type { Audience } from '#portfolio/audience.ts'
import type { Ports } from '#portfolio/ports.ts'
import { selectProjects } from '#portfolio/project/order.ts'
import { parseAddress } from './slug.ts'

/**
 * The id of the project that has this id, slug or former slug; `null` if there is none for this audience. A slug wins
 * over a former slug, but the slug of a draft does not hide a published project's former slug from visitors.
 */
export async function findProjectId(
  db: Ports['db'],
  segment: string,
  audience: Audience = 'everyone',
): Promise<string | null> {
  const address = parseAddress(segment)
  if (address === null) return null
  const current = await selectProjects(db, audience)
    .select('id')
    .where(({ eb, or }) => or([eb('id', '=', address), eb('slug', '=', address)]))
    .executeTakeFirst()
  if (current) return current.id
  const former = await selectProjects(db, audience)
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('formerSlugs').select('projectId').where('slug', '=', address))
    .executeTakeFirst()
  return former?.id ?? null
}
