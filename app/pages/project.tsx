import { useCallback } from 'react'
import { data, href, isRouteErrorResponse, Link, useNavigate, useSearchParams } from 'react-router'
import { changeAsAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { refused, type Outcome } from '#portfolio/outcome.ts'
import { addPhoto, moveImage, removeImage } from '#portfolio/photo/edit.ts'
import { editText } from '#portfolio/project/edit.ts'
import { paragraphsOf, type Project } from '#portfolio/project/project.ts'
import { showProject } from '#portfolio/project/show.ts'
import { answer, orSay } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import type { Hears } from '#app/live.ts'
import { sayWhenCut } from '#app/offline.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { Gallery } from '#app/showcase/gallery.tsx'
import { Lost } from '#app/showcase/lost.tsx'
import { twoDigits } from '#app/showcase/project-card.tsx'
import { Viewer } from '#app/showcase/viewer.tsx'
import { Photo } from '#app/ui/photo.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { Route } from './+types/project.ts'

export const handle: Hears = { hears: (params) => [`project:${params.projectId}`, 'work'] }

export async function loader({ params, context }: Route.LoaderArgs) {
  const { parts, person } = visitOf(context)
  const project = await orSay(parts, 'Failed to load project data', showProject(parts, params.projectId))
  if (!project) throw data('Project not found', { status: 404 })
  return { project, admin: person?.admin ?? false }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { parts, person } = visitOf(context)
  const form = await request.formData()
  const read = (field: string) => String(form.get(field) ?? '')
  const { projectId } = params
  const intent = read('intent')
  if (intent === 'add-image') return answer(await addPhoto(parts, person, { projectId, uploadId: read('uploadId'), place: 'gallery' }))
  if (intent === 'replace-cover') return answer(await addPhoto(parts, person, { projectId, uploadId: read('uploadId'), place: 'cover' }))
  return answer(await changeAsAdmin<unknown>(parts, person, (unit, admin) => change(unit, admin, projectId, read)))
}

async function change(unit: UnitOfWork, admin: Admin, projectId: string, read: (field: string) => string): Promise<Outcome<unknown>> {
  switch (read('intent')) {
    case 'save-text': {
      const field = read('field')
      if (field !== 'name' && field !== 'details') return refused('malformed', 'This text is not known here.')
      return editText(unit, admin, { id: projectId, field, text: read('text'), version: Number(read('version')) })
    }
    case 'move-image':
      return moveImage(unit, admin, { projectId, photoId: read('photoId'), position: read('position') })
    case 'remove-image':
      return removeImage(unit, admin, { projectId, photoId: read('photoId') })
    default:
      return refused('malformed', 'This form is not known here.')
  }
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<unknown>(call)
}

export const meta: Route.MetaFunction = ({ loaderData, params, matches }) =>
  describePage({
    title: loaderData?.project.name ?? 'Project not found',
    description: loaderData ? (paragraphsOf(loaderData.project.details)[0] ?? '') : '',
    path: `/projects/${params.projectId}`,
    photo: loaderData?.project.coverPhoto ?? null,
    house: matches[0].loaderData,
  })

export default function ProjectPage({ loaderData: { project } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams()
  const show = useCallback((index: number) => setSearch({ image: String(index + 1) }, { preventScrollReset: true }), [setSearch])
  const open = search.get('image')
  return (
    <Sheet>
      <Back />
      <p>{twoDigits(project.number)}</p>
      <h1>{project.name}</h1>
      {project.coverPhoto ? <Photo photo={project.coverPhoto} sizes="100vw" eager /> : null}
      {paragraphsOf(project.details).map((text) => <p key={text}>{text}</p>)}
      <Gallery images={project.images} projectName={project.name} onOpen={show} />
      <Neighbours project={project} />
      {open ? <Viewer images={project.images} index={Number(open) - 1} projectName={project.name} onShow={show} onClose={() => setSearch({}, { preventScrollReset: true })} /> : null}
    </Sheet>
  )
}

function Back() {
  const navigate = useNavigate()
  return <button type="button" onClick={() => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/work'))}>Back</button>
}

function Neighbours({ project }: { project: Project }) {
  return (
    <nav aria-label="Other projects">
      {[project.previous, project.next].map((other) =>
        other ? <Link key={other.id} to={href('/projects/:projectId', { projectId: other.id })}>{other.name}</Link> : null)}
    </nav>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return <Lost heading={error.data} />
}
