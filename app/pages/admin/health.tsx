import { lazy } from 'react'
import { data, href } from 'react-router'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { confirmClock } from '#portfolio/health/edit.ts'
import { showHealth } from '#portfolio/health/show.ts'
import { done, refused } from '#portfolio/result.ts'
import packageJson from '#package.json' with { type: 'json' }
import { callServerAction } from '#app/requests/client-action.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { forwardHeaders, orUnavailable, respondWith, statusOf } from '#app/requests/responses.ts'
import { RefusedPage } from '#app/visitor/account/refused-page.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/health.ts'

const HealthScreen = lazy(() => import('#app/admin/screens/health/health-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Health', description: '', noindex: true, site: matches[0].loaderData })

export const headers = forwardHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, person, origin, backups } = getRequestContext(context)
  const now = ports.now()
  const space = await ports.files.freeSpace().catch(() => null)
  const sentence = 'The state of the site could not be read just now. Please try again in a moment.'
  const input = { now, space, origin, version: packageJson.version }
  const query = readAsAdmin(ports, person, (db) => showHealth(db, input))
  const health = await orUnavailable(ports, sentence, query)
  if (!health.ok) throw data(health.message, { status: statusOf[health.code] })
  return { ...health.value, isBackupRunning: backups.isRunning(), now: now.toISOString() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const { ports, person, backups } = requestContext
  const form = await readAdminFormData(requestContext, request)
  if (!form.ok) return respondWith(form)
  switch (form.value.get('intent')) {
    case 'trust-clock':
      return respondWith(await asAdmin(ports, person, confirmClock))
    case 'back-up': {
      const admitted = await asAdmin(ports, person, async () => done())
      if (admitted.ok) backups.start()
      return respondWith(admitted)
    }
  }
  return respondWith(refused('malformed', 'This request was not understood.'))
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<null>(call)
}

export default function Health({ loaderData }: Route.ComponentProps) {
  return (
    <PageContainer>
      <h1>Health</h1>
      <HealthScreen {...loaderData} />
    </PageContainer>
  )
}

/** Shown to people who are not admins. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RefusedPage title="Health" path={href('/studio/health')} error={error} />
}
