import { lazy, useRef } from 'react'
import { href, isRouteErrorResponse } from 'react-router'
import { createProject, type CreatedProject } from '#portfolio/project/create.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { loadProjectList } from '#app/load-project-list.ts'
import { forwardHeaders, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { useLastAdmin } from '#app/use-root-data.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { ProjectList } from '#app/visitor/projects/project-list.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/create-project.ts'
// The form is lazy, but its style sheet must load with the server-rendered HTML.
import '#app/ui/field.module.css'
import styles from './admin-page.module.css'

const CreateProjectForm = lazy(() => import('#app/admin/screens/create-project/create-project-form.tsx'))

export const handle: LiveRouteHandle = { liveTopics: () => ['work'] }

// The title comes from the loader, so that visitors do not download the form's text.
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ ...(loaderData?.page ?? workPage), noindex: true, site: matches[0].loaderData })

const workPage = {
  title: 'Work',
  description: 'Shops, rooms and houses: the studio’s projects.',
  path: href('/work'),
}

export const headers = forwardHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, audience } = getRequestContext(context)
  if (audience === 'admins') {
    const page = { title: 'New project', description: 'Adds a project to the portfolio.', path: href('/create') }
    return { kind: 'form' as const, page, requestId: ports.newId() }
  }
  return loadProjectList(ports)
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ports, person } = getRequestContext(context)
  const adminForm = await readAdminFormData(getRequestContext(context), request)
  if (!adminForm.ok) return respondWith(adminForm)
  const form = adminForm.value
  const input = { ...Object.fromEntries(form), images: form.getAll('images'), imageAlts: form.getAll('imageAlts') }
  return respondWith(await createProject(ports, person, input))
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<CreatedProject>(call)
}

export default function Create({ loaderData }: Route.ComponentProps) {
  const adminId = useLastAdmin(loaderData.kind === 'form')
  const lastForm = useRef(loaderData)
  if (loaderData.kind === 'form') lastForm.current = loaderData
  const heading = (title: string) => <h1 className={styles.title}>{title}</h1>
  const list =
    loaderData.kind === 'list' ? (
      <>
        {heading(loaderData.page.title)}
        <ProjectList projects={loaderData.projects} />
      </>
    ) : null
  return (
    <PageContainer>
      {adminId && lastForm.current.kind === 'form' ? (
        <CreateProjectForm
          key={adminId}
          userId={adminId}
          requestId={lastForm.current.requestId}
          accessLost={list !== null}
          heading={heading(lastForm.current.page.title)}
        >
          {list}
        </CreateProjectForm>
      ) : (
        list
      )}
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <PageContainer>
      <h1 className={styles.title}>{workPage.title}</h1>
      <AlertMessage>{error.data}</AlertMessage>
    </PageContainer>
  )
}
