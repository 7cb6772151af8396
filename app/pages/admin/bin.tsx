import { lazy } from 'react'
import { data } from 'react-router'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import type { Erased } from '#portfolio/bin/bin.ts'
import { eraseImages, eraseProject, restoreImages, restoreProject } from '#portfolio/bin/edit.ts'
import { listBin } from '#portfolio/bin/read.ts'
import { refused } from '#portfolio/result.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { requireRecentProof } from '#app/requests/require-recent-proof.ts'
import { loadProjectList } from '#app/load-project-list.ts'
import { forwardHeaders, orUnavailable, respondWith, statusOf } from '#app/requests/responses.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { ProjectListPage } from '#app/visitor/projects/project-list-page.tsx'
import { RefusedPage } from '#app/visitor/account/refused-page.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/bin.ts'
import styles from './admin-page.module.css'

const BinScreen = lazy(() => import('#app/admin/screens/bin/bin-screen.tsx'))

// The bin lists removed images with the name of their project.
export const handle: LiveRouteHandle = { liveTopics: () => ['bin', 'work'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'Bin',
    description: '',
    ...(loaderData?.kind === 'list' && loaderData.page),
    noindex: true,
    site: matches[0].loaderData,
  })

export const headers = forwardHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, person, audience } = getRequestContext(context)
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) throw data(admitted.message, { status: statusOf[admitted.code] })
  if (audience !== 'admins') return loadProjectList(ports)
  const unavailableMessage = 'The bin could not be loaded. Please try again in a moment.'
  const read = readAsAdmin(ports, person, (db, admin) => listBin(db, admin, { now: ports.now() }))
  const items = await orUnavailable(ports, unavailableMessage, read)
  if (!items.ok) throw data(items.message, { status: statusOf[items.code] })
  return { kind: 'bin' as const, items: items.value }
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const { ports, person } = requestContext
  const adminForm = await readAdminFormData(requestContext, request)
  if (!adminForm.ok) return respondWith(adminForm)
  const field = (name: string) => String(adminForm.value.get(name) ?? '')
  const project = { id: field('projectId') }
  const images = { removalId: field('removalId') }
  switch (field('intent')) {
    case 'restore-project':
      return respondWith(await asAdmin(ports, person, (unit, admin) => restoreProject(unit, admin, project)))
    case 'restore-images':
      return respondWith(await asAdmin(ports, person, (unit, admin) => restoreImages(unit, admin, images)))
    case 'erase-project':
      await requireRecentProof(context, request)
      return respondWith(await eraseProject(ports, person, project))
    case 'erase-images':
      await requireRecentProof(context, request)
      return respondWith(await eraseImages(ports, person, images))
  }
  return respondWith(refused('malformed', 'This request was not understood.'))
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<Erased | null>(call)
}

export default function BinPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'list') return <ProjectListPage {...loaderData} className={styles.title} />
  return (
    <PageContainer>
      <h1>Bin</h1>
      <BinScreen items={loaderData.items} />
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RefusedPage title="Bin" error={error} />
}
