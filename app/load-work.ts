import { href, redirect } from 'react-router'
import type { Work, WorkFilter } from '#portfolio/work/work.ts'
import { listWork } from '#portfolio/work/show.ts'
import type { RequestContext } from './requests/request-context.ts'
import { orUnavailable } from './requests/responses.ts'
import type { ChoiceGroup } from './visitor/projects/work-filter.tsx'

export const unavailableMessage = 'The projects could not be loaded. Please try again in a moment.'

/**
 * Loads the projects that the URL asks for, and the links that filter and order them. Throws a redirect to the list of
 * all sectors if no project has the sector.
 */
export async function loadWork({ ports, audience }: Pick<RequestContext, 'ports' | 'audience'>, url: string) {
  const { searchParams } = new URL(url)
  const filter = {
    sector: searchParams.get('sector'),
    byYear: searchParams.get('order') === 'year',
    withFacts: searchParams.get('view') === 'index',
  }
  const work = await orUnavailable(ports, unavailableMessage, listWork(ports, audience, filter))
  const sector = work.sectors.find(({ slug }) => slug === filter.sector)?.name ?? null
  if (filter.sector !== null && sector === null) throw redirect(href('/work') + searchOf({ ...filter, sector: null }))
  const isDefaultList = !sector && !filter.byYear
  return { projects: work.projects, sector, isDefaultList, facts: work.facts, choices: choicesOf(work, filter) }
}

/** The index is offered from this number of projects. */
const minProjectsForIndex = 12

/**
 * Sectors are offered if there are at least two, the order by year if the projects have at least two different years,
 * and the index from `minProjectsForIndex` projects. A group is always offered if a choice in it has been made.
 */
function choicesOf({ sectors, years, total }: Work, filter: WorkFilter): ChoiceGroup[] {
  const { sector, byYear, withFacts } = filter
  const all = { name: 'All', count: total, search: searchOf({ ...filter, sector: null }), current: sector === null }
  const sectorChoice = ({ name, slug, count }: Work['sectors'][number]) => ({
    name,
    count,
    search: searchOf({ ...filter, sector: slug }),
    current: sector === slug,
  })
  const bySector = { name: 'Sectors', choices: [all, ...sectors.map(sectorChoice)] }
  const orders = [
    { name: 'Selected order', search: searchOf({ ...filter, byYear: false }), current: !byYear },
    { name: 'By year', search: searchOf({ ...filter, byYear: true }), current: byYear },
  ]
  const views = [
    { name: 'Pictures', search: searchOf({ ...filter, withFacts: false }), current: !withFacts },
    { name: 'Index', search: searchOf({ ...filter, withFacts: true }), current: withFacts },
  ]
  return [
    ...(sectors.length > 1 || sector !== null ? [bySector] : []),
    ...(years > 1 || byYear ? [{ name: 'Order', choices: orders }] : []),
    ...(total >= minProjectsForIndex || withFacts ? [{ name: 'View', choices: views }] : []),
  ]
}

/** Must match `cachedQuery` in `server/http/page-cache/cached-urls.ts`; pages with other queries are not cached. */
function searchOf({ sector, byYear, withFacts }: WorkFilter): string {
  const search = new URLSearchParams({
    ...(sector !== null && { sector }),
    ...(byYear && { order: 'year' }),
    ...(withFacts && { view: 'index' }),
  })
  return search.size > 0 ? `?${search}` : ''
}
