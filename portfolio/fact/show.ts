import type { Ports } from '#portfolio/ports.ts'
import { slugOf } from '#portfolio/project-address/slug.ts'
import { describeFacts } from './fact-lines.ts'
import type { Fact } from './fact.ts'

/** The filled facts of a project. The caller checks that the audience may see the project. */
export async function factsOf(db: Ports['db'], projectId: string): Promise<Fact[]> {
  const rows = await db
    .selectFrom('projectFacts')
    .leftJoin('sectors', (join) =>
      join.onRef('sectors.id', '=', 'projectFacts.text').on('sectors.deletedAt', 'is', null),
    )
    .select(['key', 'text', 'sectors.name as sectorName'])
    .where('projectId', '=', projectId)
    .execute()
  const name = rows.find(({ key }) => key === 'sector')?.sectorName
  return describeFacts(new Map(rows.map(({ key, text }) => [key, text])), name ? { name, slug: slugOf(name) } : null)
}
