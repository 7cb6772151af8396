import { lazy } from 'react'
import { data } from 'react-router'
import { asAdmin, readAsAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import { deleteAccount, makeAdmin, removeAdminRole } from '#portfolio/people/edit.ts'
import { invite, withdrawInvitation } from '#portfolio/people/invite.ts'
import { listPeople } from '#portfolio/people/read.ts'
import { refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { requireRecentProof } from '#app/requests/require-recent-proof.ts'
import { keepOpenPage } from '#app/requests/keep-open-page.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { loadProjectList } from '#app/load-project-list.ts'
import { forwardHeaders, orUnavailable, respondWith, statusOf } from '#app/requests/responses.ts'
import { ProjectListPage } from '#app/visitor/projects/project-list-page.tsx'
import { RefusedPage } from '#app/visitor/account/refused-page.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/people.ts'
import styles from './admin-page.module.css'

const PeopleScreen = lazy(() => import('#app/admin/screens/people/people-screen.tsx'))

export const handle: LiveRouteHandle = { liveTopics: () => ['people'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'People',
    description: '',
    ...(loaderData?.kind === 'list' && loaderData.page),
    noindex: true,
    site: matches[0].loaderData,
  })

export const headers = forwardHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context)
  const { ports, person, audience } = requestContext
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) throw data(admitted.message, { status: statusOf[admitted.code] })
  if (audience !== 'admins') return loadProjectList(ports)
  await requireRecentProof(context, request)
  const before = new URL(request.url).searchParams.get('before') ?? ''
  const unavailableMessage = 'The accounts could not be loaded. Please try again in a moment.'
  const query = { now: ports.now(), before }
  const read = readAsAdmin(ports, person, (db, admin) => listPeople(db, admin, query))
  const people = await orUnavailable(ports, unavailableMessage, read)
  if (!people.ok) throw data(people.message, { status: statusOf[people.code] })
  return { kind: 'people' as const, ...people.value, isFirstPage: before === '', mailConfigured: ports.mailConfigured }
}

export const clientLoader = keepOpenPage<Awaited<ReturnType<typeof loader>>>()

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  // The role is checked first: without it, people learn nothing about the form and are not asked for a password.
  const form = await readAdminFormData(requestContext, request)
  if (!form.ok) return respondWith(form)
  await requireRecentProof(context, request)
  return respondWith(await runIntent(requestContext, form.value))
}

async function runIntent(
  { ports, person, origin, rateLimitKey: clientAddress }: RequestContext,
  form: FormData,
): Promise<Result<unknown>> {
  const field = (name: string) => String(form.get(name) ?? '')
  const run = (command: (unit: UnitOfWork, admin: Admin) => Promise<Result<unknown>>) =>
    asAdmin<unknown>(ports, person, command)
  const account = { userId: field('userId') }
  switch (field('intent')) {
    case 'invite':
      return run((unit, admin) =>
        invite(unit, admin, { email: field('email'), origin, invitedBy: person?.userId ?? '', clientAddress }),
      )
    case 'withdraw':
      return run((unit, admin) => withdrawInvitation(unit, admin, { id: field('invitationId') }))
    case 'make-admin':
      return run((unit, admin) => makeAdmin(unit, admin, account))
    case 'remove-role':
      return run((unit, admin) => removeAdminRole(unit, admin, account))
    case 'delete':
      return run((unit, admin) => deleteAccount(unit, admin, account))
  }
  return refused('malformed', 'This request was not understood.')
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<unknown>(call)
}

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'list') return <ProjectListPage {...loaderData} className={styles.title} />
  return (
    <PageContainer>
      <h1>People</h1>
      <PeopleScreen {...loaderData} />
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RefusedPage title="People" error={error} />
}
