import type { Audience } from '#portfolio/audience.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { slugOf } from '#portfolio/project-address/slug.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import type { Work, WorkFilter } from './work.ts'

/** The projects of a sector or all, in the order of the list or by year. */
export async function listWork(
  { db }: Pick<Ports, 'db'>,
  audience: Audience,
  { sector, byYear, asIndex }: WorkFilter,
): Promise<Work> {
  const [all, sectors, facts] = await Promise.all([listProjects({ db }, audience), listSectors({ db }), readFacts(db)])
  const textOf = (key: 'sector' | 'year', { id }: ProjectCard) => facts[key].get(id) ?? ''
  const counted = sectors.map(({ id, name }) => {
    const count = all.filter((project) => textOf('sector', project) === id).length
    return { id, name, slug: slugOf(name), count }
  })
  const chosen = counted.find(({ slug }) => slug === sector)?.id
  const numbered = all.map((project, index) => ({ ...project, label: String(index + 1).padStart(2, '0') }))
  const ofSector = sector === null ? all : numbered.filter((project) => textOf('sector', project) === chosen)
  const projects = byYear ? orderByYear(ofSector, (project) => textOf('year', project)) : ofSector
  const years = new Set(all.map((project) => textOf('year', project)).filter(Boolean)).size
  const used = counted.filter(({ count }) => count > 0).map(({ id: _, ...shown }) => shown)
  const nameOf = (project: ProjectCard) => sectors.find(({ id }) => id === textOf('sector', project))?.name ?? ''
  const factsOf = (project: ProjectCard) => ({ sector: nameOf(project), year: textOf('year', project) })
  return {
    projects,
    total: all.length,
    sectors: used,
    years,
    ...(asIndex && { facts: Object.fromEntries(projects.map((project) => [project.id, factsOf(project)])) }),
  }
}

function orderByYear(projects: readonly ProjectCard[], yearOf: (project: ProjectCard) => string): ProjectCard[] {
  return projects
    .map((project) => ({ ...project, label: yearOf(project) }))
    .toSorted((one, other) => Number(other.label) - Number(one.label))
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
