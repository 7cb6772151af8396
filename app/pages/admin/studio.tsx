import { lazy } from 'react'
import { data, href } from 'react-router'
import { requireAdmin } from '#portfolio/account/session.ts'
import { listCountries, listTimeZones } from '#portfolio/studio/edit.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { savedTexts } from '#portfolio/studio/studio.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { loadProjectList } from '#app/load-project-list.ts'
import { forwardHeaders, statusOf } from '#app/requests/responses.ts'
import { ProjectListPage } from '#app/visitor/projects/project-list-page.tsx'
import { RefusedPage } from '#app/visitor/account/refused-page.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/studio.ts'
import styles from './admin-page.module.css'

const StudioSettings = lazy(() => import('#app/admin/screens/studio/studio-settings.tsx'))

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
  const [studio, { logo }, sectors] = await Promise.all([showStudio(ports), siteSummary(), listSectors(ports)])
  const saved = savedTexts(studio, 'searchDescription', 'country', 'timeZone')
  return { kind: 'studio' as const, saved, logo, sectors, countries: listCountries(), timeZones: listTimeZones() }
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

/** Shown to people who are not admins. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RefusedPage title="Studio" path={href('/studio')} error={error} />
}
