import { lazy } from 'react'
import { data, href } from 'react-router'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { confirmClock } from '#portfolio/health/edit.ts'
import { showHealth } from '#portfolio/health/show.ts'
import { sendMailAgain, sendTestMail } from '#portfolio/mail/edit.ts'
import { listEmails, readMailStatus } from '#portfolio/mail/read.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import packageJson from '#package.json' with { type: 'json' }
import { callServerAction } from '#app/requests/client-action.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { loadProjectList } from '#app/load-project-list.ts'
import { forwardHeaders, orUnavailable, respondWith, statusOf } from '#app/requests/responses.ts'
import { ProjectListPage } from '#app/visitor/projects/project-list-page.tsx'
import { RefusedPage } from '#app/visitor/account/refused-page.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/health.ts'
import styles from './admin-page.module.css'

const HealthScreen = lazy(() => import('#app/admin/screens/health/health-screen.tsx'))

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'Health',
    description: '',
    ...(loaderData?.kind === 'list' && loaderData.page),
    noindex: true,
    site: matches[0].loaderData,
  })

export const headers = forwardHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, person, audience, origin, backups } = getRequestContext(context)
  const now = ports.now()
  const space = await ports.files.freeSpace().catch(() => null)
  const unavailableMessage = 'The state of the site could not be read. Please try again in a moment.'
  const query = readAsAdmin(ports, person, async (db, admin) => {
    const mail = await readMailStatus(ports, admin)
    return {
      ...(await showHealth(db, { now, space, origin, version: packageJson.version, mail })),
      isBackupRunning: await backups.isRunning(),
      mail: { status: mail, ...(await listEmails(db, admin)), email: person?.email ?? '' },
    }
  })
  const health = await orUnavailable(ports, unavailableMessage, query)
  if (!health.ok) throw data(health.message, { status: statusOf[health.code] })
  if (audience !== 'admins') return loadProjectList(ports)
  return { kind: 'health' as const, ...health.value, now: now.toISOString() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const form = await readAdminFormData(requestContext, request)
  return respondWith(form.ok ? await runIntent(requestContext, form.value) : form)
}

async function runIntent({ ports, person, backups }: RequestContext, form: FormData): Promise<Result> {
  switch (form.get('intent')) {
    case 'trust-clock':
      return asAdmin(ports, person, confirmClock)
    case 'back-up': {
      const admitted = await asAdmin(ports, person, async () => done())
      if (admitted.ok) backups.start()
      return admitted
    }
    case 'send-again': {
      const id = String(form.get('mailId') ?? '')
      return asAdmin(ports, person, (unit, admin) => sendMailAgain(unit, admin, { id }))
    }
    case 'send-test-mail': {
      const linkOf = (token: string) => ports.origin + href('/confirm-mail/:token', { token })
      const input = { to: person?.email ?? '', server: ports.mailServer, linkOf }
      return asAdmin(ports, person, (unit, admin) => sendTestMail(unit, admin, input))
    }
  }
  return refused('malformed', 'This request was not understood.')
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<null>(call)
}

export default function Health({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'list') return <ProjectListPage {...loaderData} className={styles.title} />
  return (
    <PageContainer>
      <h1>Health</h1>
      <HealthScreen {...loaderData} />
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RefusedPage title="Health" error={error} />
}
