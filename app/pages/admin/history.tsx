import { lazy } from 'react'
import { data } from 'react-router'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import { bringBackVersion, eraseEarlierVersions } from '#portfolio/history/edit.ts'
import { parseTextKey } from '#portfolio/history/history.ts'
import { readHistory } from '#portfolio/history/read.ts'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
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
import type { Route } from './+types/history.ts'
import styles from './admin-page.module.css'

const HistoryScreen = lazy(() => import('#app/admin/screens/history/history-screen.tsx'))

// Changes of the studio's texts revalidate every page.
export const handle: LiveRouteHandle = {
  liveTopics: (params) => {
    const text = parseTextKey(params['*'] ?? '')
    return text?.kind === 'project' || text?.kind === 'fact' ? ['work', `project:${text.id}`] : ['work']
  },
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'History',
    description: '',
    ...(loaderData?.kind === 'list' && loaderData.page),
    noindex: true,
    site: matches[0].loaderData,
  })

export const headers = forwardHeaders

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { ports, person, audience } = getRequestContext(context)
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) throw data(admitted.message, { status: statusOf[admitted.code] })
  if (audience !== 'admins') return loadProjectList(ports)
  const text = parseTextKey(params['*'])
  if (!text) throw data('Text not found', { status: 404 })
  const version = parseWholeNumber(new URL(request.url).searchParams.get('version') ?? '')
  const unavailableMessage = 'The history could not be loaded. Please try again in a moment.'
  const read = readAsAdmin(ports, person, (db, admin) => readHistory(db, admin, { text, version }))
  const history = await orUnavailable(ports, unavailableMessage, read)
  if (!history.ok) throw data(history.message, { status: statusOf[history.code] })
  if (!history.value) throw data('Text not found', { status: 404 })
  return { kind: 'history' as const, text, version, ...history.value }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const { ports, person } = requestContext
  const form = await readAdminFormData(requestContext, request)
  if (!form.ok) return respondWith(form)
  const number = (name: string) => parseWholeNumber(String(form.value.get(name) ?? ''))
  const [text, version, currentVersion] = [parseTextKey(params['*']), number('version'), number('currentVersion')]
  const intent = form.value.get('intent')
  if (intent === 'delete-earlier' && text && currentVersion !== null) {
    await requireRecentProof(context, request)
    const earlier = { text, currentVersion }
    return respondWith(await asAdmin(ports, person, (unit, admin) => eraseEarlierVersions(unit, admin, earlier)))
  }
  if (intent !== 'bring-back' || !text || version === null || currentVersion === null)
    return respondWith(refused('malformed', 'This request was not understood.'))
  const input = { text, version, currentVersion }
  return respondWith(await asAdmin(ports, person, (unit, admin) => bringBackVersion(unit, admin, input)))
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<unknown>(call)
}

export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'list') return <ProjectListPage {...loaderData} className={styles.title} />
  return (
    <PageContainer>
      <HistoryScreen {...loaderData} />
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RefusedPage title="History" error={error} />
}
