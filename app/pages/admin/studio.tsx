import { lazy } from 'react'
import { data } from 'react-router'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import { listOldAddresses } from '#portfolio/old-address/read.ts'
import { listProjectNames } from '#portfolio/project/show.ts'
import { listCountries, listTimeZones } from '#portfolio/studio/edit.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { savedTexts } from '#portfolio/studio/studio.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { loadProjectList } from '#app/load-project-list.ts'
import { forwardHeaders, statusOf } from '#app/requests/responses.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { ProjectListPage } from '#app/visitor/projects/project-list-page.tsx'
import { RefusedPage } from '#app/visitor/account/refused-page.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/studio.ts'
import styles from './admin-page.module.css'

const StudioSettings = lazy(() => import('#app/admin/screens/studio/studio-settings.tsx'))

// The list of old addresses names projects, including those in the bin.
export const handle: LiveRouteHandle = { liveTopics: () => ['old-addresses', 'work', 'bin'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'Studio',
    description: '',
    ...(loaderData?.kind === 'list' && loaderData.page),
    noindex: true,
    site: matches[0].loaderData,
  })

export const headers = forwardHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, person, audience, siteSummary } = getRequestContext(context)
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) throw data(admitted.message, { status: statusOf[admitted.code] })
  if (audience !== 'admins') return loadProjectList(ports)
  const [studio, { logo }, sectors, projects, oldAddresses] = await Promise.all([
    showStudio(ports),
    siteSummary(),
    listSectors(ports),
    listProjectNames(ports, 'admins'),
    readAsAdmin(ports, person, listOldAddresses),
  ])
  if (!oldAddresses.ok) throw data(oldAddresses.message, { status: statusOf[oldAddresses.code] })
  const saved = savedTexts(studio, 'searchDescription', 'country', 'timeZone')
  const options = { projects, countries: listCountries(studio.country), timeZones: listTimeZones() }
  return { kind: 'studio' as const, saved, logo, sectors, oldAddresses: oldAddresses.value, ...options }
}

export { action } from './studio.action.ts'

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<unknown>(call)
}

export default function StudioPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'list') return <ProjectListPage {...loaderData} className={styles.title} />
  return (
    <PageContainer>
      <h1>Studio</h1>
      <StudioSettings {...loaderData} />
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RefusedPage title="Studio" error={error} />
}
