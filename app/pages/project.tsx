import { lazy, useState, type FormEvent } from 'react'
import { data, href, isRouteErrorResponse, Link, useNavigate } from 'react-router'
import type { Photograph } from '#portfolio/photo/photo.ts'
import { paragraphsOf, type Project, type ProjectText } from '#portfolio/project/project.ts'
import { showProject } from '#portfolio/project/show.ts'
import { answer, formOfAdmin, orSay, passOn } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import type { Hears } from '#app/live.ts'
import { sayWhenCut } from '#app/offline.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { Gallery } from '#app/showcase/gallery.tsx'
import { isLong } from '#app/showcase/long-name.ts'
import { Lost } from '#app/showcase/lost.tsx'
import { imageParam, readAgainUnlessPaging, useOpenImage } from '#app/showcase/open-image.ts'
import { twoDigits } from '#app/showcase/project-card.tsx'
import { projectThing } from '#app/showcase/structured-data.ts'
import { Viewer } from '#app/showcase/viewer.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Photo } from '#app/ui/photo.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { factor, sizesOf } from '#app/ui/sizes.ts'
import type { Route } from './+types/project.ts'
import { fulfil } from './project.wishes.ts'
import styles from './project.module.css'

const EditableText = lazy(() => import('#app/admin/editable-text.tsx'))
const KeptDraft = lazy(() => import('#app/admin/kept-draft.tsx'))
const LeaveGuard = lazy(() => import('#app/admin/leave-guard.tsx'))
const ManagedGallery = lazy(() => import('#app/admin/managed-gallery.tsx'))
const ReplaceCover = lazy(() => import('#app/admin/replace-cover.tsx'))

export const handle: Hears = { hears: ({ projectId }) => [`project:${projectId ?? ''}`, 'work'] }

export const meta: Route.MetaFunction = ({ loaderData, params, matches, location }) => {
  const project = loaderData?.project
  const path = href('/projects/:projectId', { projectId: project?.id ?? params.projectId })
  const imageId = new URLSearchParams(location.search).get(imageParam)
  const image = project?.images.find(({ id }) => id === imageId)
  return describePage({
    title: project?.name ?? 'Project not found',
    description: project?.details ?? '',
    path,
    // Whoever shares one image shares that picture, though the page is the project's.
    photo: image ?? project?.coverPhoto ?? null,
    house: matches[0].loaderData,
    told: project && {
      kind: 'WebPage',
      trail: [['Work', '/work']],
      thing: (house) => projectThing(house, path, project),
    },
  })
}

export const headers = passOn

export async function loader({ params, context }: Route.LoaderArgs) {
  const { parts, person } = visitOf(context)
  const project = await orSay(parts, 'Failed to load project data', showProject(parts, params.projectId))
  if (!project) throw data('Project not found', { status: 404 })
  return { project, admin: person?.admin === true }
}

export const shouldRevalidate = readAgainUnlessPaging

export async function action({ request, params, context }: Route.ActionArgs) {
  const posted = await formOfAdmin(visitOf(context), request)
  if (!posted.ok) return answer(posted)
  return answer(await fulfil(visitOf(context), params.projectId, posted.value))
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<unknown>(call)
}

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  // One page for each project: what is being edited on one does not follow to the next.
  return <OneProject key={loaderData.project.id} {...loaderData} />
}

function OneProject({ project, admin }: { project: Project; admin: boolean }) {
  const [editing, setEditing] = useState<ProjectText | null>(null)
  const viewer = useOpenImage(project.images)
  const editingOf = (field: ProjectText) => ({
    project,
    field,
    editing: editing === field,
    onEdit: () => setEditing(field),
    onDone: () => setEditing(null),
  })
  const kept = (field: ProjectText) => (editing === field ? <KeptDraft project={project} field={field} /> : null)
  const name = (
    <h1 className={styles.name} data-long={isLong(project.name)} dir="auto">
      {project.name}
    </h1>
  )
  const details = <Details text={project.details} />
  return (
    <article>
      <header className={styles.head}>
        <Back />
        <div className={styles.block}>
          <p className={styles.number} aria-hidden>
            {twoDigits(project.number)}
          </p>
          {admin ? <EditableText {...editingOf('name')}>{name}</EditableText> : name}
          {admin ? null : kept('name')}
        </div>
      </header>
      <Cover project={project} />
      {admin ? <ReplaceCover project={project} /> : null}
      <div className={styles.text}>
        {admin ? <EditableText {...editingOf('details')}>{details}</EditableText> : details}
        {admin ? null : kept('details')}
      </div>
      <section className={styles.gallery} aria-label="Images">
        {admin ? (
          <ManagedGallery project={project} onOpen={viewer.open} />
        ) : (
          <Gallery images={project.images} projectName={project.name} onOpen={viewer.open} />
        )}
      </section>
      <Neighbours project={project} />
      {viewer.index === null ? null : (
        <Viewer
          images={project.images}
          index={viewer.index}
          projectName={project.name}
          onShow={viewer.show}
          onClose={viewer.close}
        />
      )}
      {admin ? <LeaveGuard /> : null}
    </article>
  )
}

/** Goes back in history; to the list, when this site has none in this tab. Without JavaScript: to the list. */
function Back() {
  const navigate = useNavigate()
  const goBack = (event: FormEvent) => {
    event.preventDefault()
    // React Router numbers the entries of this site, from 0.
    const entry = window.history.state as { idx?: number } | null
    void ((entry?.idx ?? 0) > 0 ? navigate(-1) : navigate('/work', { viewTransition: true }))
  }
  return (
    <form action="/work" className={styles.back} onSubmit={goBack}>
      <button type="submit">
        <svg viewBox="0 0 28 12" width="28" height="12" aria-hidden>
          <path d="M28 6H1M6 1 1 6l5 5" fill="none" stroke="currentColor" />
        </svg>
        Back
      </button>
    </form>
  )
}

function Cover({ project: { coverPhoto, name } }: { project: Project }) {
  if (!coverPhoto) return null
  return (
    <div className={styles.cover}>
      <Photo
        photo={coverPhoto}
        sizes={sizesAt(coverPhoto)}
        alt={coverPhoto.alt || `Cover photo of ${name}`}
        crop
        eager
      />
    </div>
  )
}

/** A box of 4 : 5 on phones, 16 : 9 elsewhere, never higher than 92 % of the window; it is covered. */
function sizesAt({ width, height }: Photograph): string {
  const proportion = width / height
  const covering = (box: number) => `max(100vw, min(100vw*${factor(box * proportion)}, 92svh*${factor(proportion)}))`
  return sizesOf([{ below: 640, drawn: covering(5 / 4) }, { drawn: covering(9 / 16) }])
}

function Details({ text }: { text: string }) {
  return (
    <div className={styles.details}>
      {paragraphsOf(text).map((paragraph, at) => (
        <p key={at} dir="auto">
          {paragraph}
        </p>
      ))}
    </div>
  )
}

function Neighbours({ project: { previous, next } }: { project: Project }) {
  if (!previous && !next) return null
  return (
    <nav className={styles.neighbours} aria-label="Other projects">
      {previous ? <Neighbour {...previous} says="Previous project" /> : <span />}
      {next ? <Neighbour {...next} says="Next project" /> : null}
    </nav>
  )
}

function Neighbour({ id, name, says }: { id: string; name: string; says: string }) {
  const address = href('/projects/:projectId', { projectId: id })
  return (
    <Link to={address} className={styles.neighbour} prefetch="intent" viewTransition>
      <span className={styles.says}>{says}</span>
      <span className={styles.other} data-long={isLong(name)} dir="auto">
        {name}
      </span>
    </Link>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  if (error.status === 404) {
    return (
      <Lost heading={error.data}>
        <ArrowLink to="/work">All projects</ArrowLink>
      </Lost>
    )
  }
  return (
    <Sheet className={styles.fault}>
      <Notice>{error.data}</Notice>
    </Sheet>
  )
}
