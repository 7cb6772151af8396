import { lazy } from 'react'
import { href, isRouteErrorResponse, Link } from 'react-router'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { refused } from '#portfolio/result.ts'
import { removeProject, setProjectPosition, moveProjectBefore, undoProjectMove } from '#portfolio/project/edit.ts'
import { findLastProjectMove } from '#portfolio/project/read.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { forwardHeaders, orUnavailable, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { FirstPictureHandle } from '#app/browser/first-picture.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { preloadFirstCover, ProjectList } from '#app/visitor/projects/project-list.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/work.ts'
import styles from './work.module.css'

const ProjectListEditor = lazy(() => import('#app/admin/screens/project-list/project-list-editor.tsx'))

export const handle: LiveRouteHandle & FirstPictureHandle<{ readonly projects: readonly ProjectCard[] }> = {
  liveTopics: () => ['work'],
  preloadFirstPicture: ({ projects }) => preloadFirstCover(projects),
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'Work',
    description: 'Shops, rooms and houses: the projects of the studio.',
    path: href('/work'),
    photo: loaderData?.projects.find((project) => project.coverPhoto?.ready)?.coverPhoto ?? null,
    site: matches[0].loaderData,
    structuredData: {
      type: 'CollectionPage',
      subject: loaderData && { projects: loaderData.projects },
    },
  })

export const headers = forwardHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, person, audience } = getRequestContext(context)
  const sentence = 'The projects could not be loaded just now. Please try again in a moment.'
  const projects = await orUnavailable(ports, sentence, listProjects(ports, audience))
  if (audience !== 'admins') return { projects, admin: false }
  const lastMove = await orUnavailable(ports, sentence, readAsAdmin(ports, person, findLastProjectMove))
  return { projects, admin: true, lastMove: lastMove.ok ? lastMove.value : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ports, person } = getRequestContext(context)
  const adminForm = await readAdminFormData(getRequestContext(context), request)
  if (!adminForm.ok) return respondWith(adminForm)
  const form = adminForm.value
  const id = String(form.get('projectId') ?? '')
  switch (form.get('intent')) {
    case 'delete': {
      const result = await asAdmin(ports, person, (unit, admin) => removeProject(unit, admin, { id }))
      if (!result.ok) ports.log.warn('could not delete', { projectId: id, code: result.code })
      return respondWith(result)
    }
    case 'move': {
      const position = String(form.get('position') ?? '')
      const result = await asAdmin(ports, person, (unit, admin) => setProjectPosition(unit, admin, { id, position }))
      if (!result.ok) ports.log.warn('could not change a position', { projectId: id, position, code: result.code })
      return respondWith(result)
    }
    case 'move-before': {
      const before = String(form.get('before') ?? '') || null
      const result = await asAdmin(ports, person, (unit, admin) => moveProjectBefore(unit, admin, { id, before }))
      if (!result.ok) ports.log.warn('could not change a position', { projectId: id, before, code: result.code })
      return respondWith(result)
    }
    case 'undo-move': {
      const moveId = String(form.get('moveId') ?? '')
      return respondWith(await asAdmin(ports, person, (unit, admin) => undoProjectMove(unit, admin, { moveId })))
    }
    default:
      return respondWith(refused('malformed', 'This request was not understood.'))
  }
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<null>(call)
}

export default function Work({ loaderData }: Route.ComponentProps) {
  const { projects, admin, lastMove = null } = loaderData
  return (
    <PageContainer>
      <h1 className={styles.title}>Work</h1>
      {admin ? <ProjectListEditor projects={projects} lastMove={lastMove} /> : <ProjectList projects={projects} />}
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <PageContainer>
      <h1 className={styles.title}>Work</h1>
      <AlertMessage>{error.data}</AlertMessage>
      <Link to={href('/work')}>Try Again</Link>
    </PageContainer>
  )
}
