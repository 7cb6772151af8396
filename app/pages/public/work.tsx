import { lazy, type ReactNode } from 'react'
import { href, isRouteErrorResponse, Link } from 'react-router'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { refused } from '#portfolio/result.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { createDraft } from '#portfolio/project/create.ts'
import { removeProject, setProjectPosition, moveProjectBefore, undoProjectMove } from '#portfolio/project/edit.ts'
import { findLastProjectMove } from '#portfolio/project/read.ts'
import { loadWork, unavailableMessage } from '#app/load-work.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { forwardHeaders, orUnavailable, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { FirstPictureHandle } from '#app/browser/first-picture.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { preloadFirstCover, ProjectList } from '#app/visitor/projects/project-list.tsx'
import { ProjectIndex } from '#app/visitor/projects/project-index.tsx'
import { WorkFilterLinks } from '#app/visitor/projects/work-filter.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/work.ts'
import styles from './work.module.css'

const NarrowedProjectList = lazy(() => import('#app/admin/screens/project-list/narrowed-project-list.tsx'))
const ProjectListEditor = lazy(() => import('#app/admin/screens/project-list/project-list-editor.tsx'))

export const handle: LiveRouteHandle &
  FirstPictureHandle<{ readonly projects: readonly ProjectCard[]; readonly facts?: object | undefined }> = {
  liveTopics: () => ['work'],
  preloadFirstPicture: ({ projects, facts }) => (facts ? undefined : preloadFirstCover(projects)),
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.sector ? `Work: ${loaderData.sector}` : 'Work',
    description: 'Shops, rooms and houses: the studio’s projects.',
    path: href('/work'),
    photo: loaderData?.projects.find((project) => project.coverPhoto?.ready)?.coverPhoto ?? null,
    site: matches[0].loaderData,
    structuredData: {
      type: 'CollectionPage',
      subject: loaderData?.isDefaultList ? { projects: loaderData.projects } : null,
    },
  })

export const headers = forwardHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context)
  const { ports, person, audience } = requestContext
  const work = await loadWork(requestContext, request.url)
  if (audience !== 'admins') return { ...work, admin: false, lastMove: null }
  const lastMove = await orUnavailable(ports, unavailableMessage, readAsAdmin(ports, person, findLastProjectMove))
  return { ...work, admin: true, lastMove: lastMove.ok ? lastMove.value : null }
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
    case 'create-draft': {
      const field = (name: string) => String(form.get(name) ?? '')
      const input = { name: field('name'), details: field('details'), requestId: field('requestId') }
      return respondWith(await asAdmin(ports, person, (unit, admin) => createDraft(unit, admin, input)))
    }
    case 'add-image': {
      const [uploadId, batch] = [String(form.get('uploadId') ?? ''), form.getAll('batch').map(String)]
      return respondWith(await attachPhoto(ports, person, { projectId: id, place: 'gallery', uploadId, batch }))
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
  const { projects, facts, admin, isDefaultList, choices, lastMove } = loaderData
  const list = (tools?: (project: ProjectCard) => ReactNode) =>
    facts ? (
      <ProjectIndex projects={projects} facts={facts} tools={tools} />
    ) : (
      <ProjectList projects={projects} tools={tools} />
    )
  return (
    <PageContainer>
      <h1 className={styles.title}>Work</h1>
      <WorkFilterLinks groups={choices} />
      {!admin ? (
        list()
      ) : isDefaultList && !facts ? (
        <ProjectListEditor projects={projects} lastMove={lastMove} />
      ) : (
        <NarrowedProjectList>{list}</NarrowedProjectList>
      )}
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
