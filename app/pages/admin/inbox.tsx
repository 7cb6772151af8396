import { lazy } from 'react'
import { href, isRouteErrorResponse } from 'react-router'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { changeMessage } from '#portfolio/contact/edit.ts'
import { isInboxView, isMessageChange, type InboxQuery } from '#portfolio/contact/inbox.ts'
import { readInbox } from '#portfolio/contact/read.ts'
import { refused } from '#portfolio/result.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { loadProjectList } from '#app/load-project-list.ts'
import { forwardHeaders, orUnavailable, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { ProjectList } from '#app/visitor/projects/project-list.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/inbox.ts'
import styles from './admin-page.module.css'

const InboxScreen = lazy(() => import('#app/admin/screens/inbox/inbox-screen.tsx'))

// New messages revalidate every page of an admin. Everyone else sees the list of projects here.
export const handle: LiveRouteHandle = { liveTopics: () => ['work'] }

// The title comes from the loader, so that visitors do not download it.
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ ...(loaderData?.page ?? workPage), noindex: true, site: matches[0].loaderData })

const workPage = {
  title: 'Work',
  description: 'Shops, rooms and houses: the studio’s projects.',
  path: href('/work'),
}

export const headers = forwardHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ports, person, audience } = getRequestContext(context)
  if (audience === 'admins') {
    const query = queryOf(new URL(request.url))
    const unavailableMessage = 'The messages could not be loaded. Please try again in a moment.'
    const inbox = await orUnavailable(
      ports,
      unavailableMessage,
      readAsAdmin(ports, person, (db, admin) => readInbox(db, admin, query)),
    )
    const page = { title: 'Inbox', description: 'The messages from the contact form.', path: href('/inbox') }
    if (inbox.ok) return { kind: 'inbox' as const, page, query, inbox: inbox.value }
  }
  return loadProjectList(ports)
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ports, person } = getRequestContext(context)
  const form = await readAdminFormData(getRequestContext(context), request)
  if (!form.ok) return respondWith(form)
  const [change, id] = [String(form.value.get('intent') ?? ''), String(form.value.get('messageId') ?? '')]
  if (!isMessageChange(change)) return respondWith(refused('malformed', 'This request was not understood.'))
  return respondWith(await asAdmin(ports, person, (unit, admin) => changeMessage(unit, admin, { id, change })))
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<null>(call)
}

export default function Inbox({ loaderData }: Route.ComponentProps) {
  return (
    <PageContainer>
      <h1 className={styles.title}>{loaderData.page.title}</h1>
      {loaderData.kind === 'inbox' ? (
        <InboxScreen inbox={loaderData.inbox} query={loaderData.query} />
      ) : (
        <ProjectList projects={loaderData.projects} />
      )}
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <PageContainer>
      <AlertMessage>{error.data}</AlertMessage>
    </PageContainer>
  )
}

function queryOf({ searchParams }: URL): InboxQuery {
  const [view, search, before, open] = ['view', 'search', 'before', 'open'].map((name) => searchParams.get(name) ?? '')
  return {
    view: view && isInboxView(view) ? view : 'inbox',
    search: search ?? '',
    before: before ?? '',
    open: open ?? '',
  }
}
