import type { Audience } from '#portfolio/audience.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { slugOf } from '#portfolio/project-address/slug.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import type { Work, WorkFilter } from './work.ts'

export async function listWork(
  { db }: Pick<Ports, 'db'>,
  audience: Audience,
  { sector, byYear, withFacts }: WorkFilter,
): Promise<Work> {
  const [all, sectors, facts] = await Promise.all([listProjects({ db }, audience), listSectors({ db }), readFacts(db)])
  const textOf = (key: 'sector' | 'year', { id }: ProjectCard) => facts[key].get(id) ?? ''
  const counted = sectors.map(({ id, name }) => {
    const count = all.filter((project) => textOf('sector', project) === id).length
    return { id, name, slug: slugOf(name), count }
  })
  const chosen = counted.find(({ slug }) => slug === sector)?.id
  const numbered = all.map((project, index) => ({ ...project, label: String(index + 1).padStart(2, '0') }))
  const isDefaultList = sector === null && !byYear
  const ofSector = isDefaultList
    ? all
    : numbered.filter((project) => sector === null || textOf('sector', project) === chosen)
  const yearOf = (project: ProjectCard) => textOf('year', project)
  const ordered = byYear ? ofSector.toSorted((one, other) => Number(yearOf(other)) - Number(yearOf(one))) : ofSector
  // The view ‘Index’ shows the year itself.
  const projects = byYear && !withFacts ? ordered.map((project) => ({ ...project, label: yearOf(project) })) : ordered
  const years = new Set(all.map((project) => textOf('year', project)).filter(Boolean)).size
  const used = counted.filter(({ count }) => count > 0).map(({ id: _, ...shown }) => shown)
  const nameOf = (project: ProjectCard) => sectors.find(({ id }) => id === textOf('sector', project))?.name ?? ''
  const factsOf = (project: ProjectCard) => ({ sector: nameOf(project), year: textOf('year', project) })
  return {
    projects,
    total: all.length,
    sectors: used,
    years,
    ...(withFacts && { facts: Object.fromEntries(projects.map((project) => [project.id, factsOf(project)])) }),
  }
}

/** The sector's id and the year of each project that has one, by project id. */
async function readFacts(db: Ports['db']) {
  const rows = await db
    .selectFrom('projectFacts')
    .select(['projectId', 'key', 'text'])
    .where('key', 'in', ['sector', 'year'])
    .where('text', '!=', '')
    .execute()
  const byKey = (wanted: 'sector' | 'year') =>
    new Map(rows.filter(({ key }) => key === wanted).map(({ projectId, text }) => [projectId, text]))
  return { sector: byKey('sector'), year: byKey('year') }
}
