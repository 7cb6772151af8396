import { lazy, Suspense, useState, type MouseEvent } from 'react'
import { href, isRouteErrorResponse, Link } from 'react-router'
import type { Project, ProjectText } from '#portfolio/project/project.ts'
import { forwardHeaders } from '#app/requests/responses.ts'
import type { FirstPictureHandle } from '#app/browser/first-picture.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { useLastAdmin, useRootData } from '#app/use-root-data.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { BackButton } from '#app/visitor/navigation/back-button.tsx'
import { beginsWithCover } from '#app/visitor/gallery/begins-with-cover.ts'
import { Gallery } from '#app/visitor/gallery/gallery.tsx'
import { isLongName } from '#app/visitor/projects/long-name.ts'
import { imageParam, useOpenImage } from '#app/visitor/viewer/viewer-url.ts'
import { twoDigits } from '#app/ui/two-digits.ts'
import { ProjectNeighbours } from '#app/visitor/projects/project-neighbours.tsx'
import { ProjectDetails } from '#app/visitor/projects/project-details.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Photo } from '#app/ui/photo/photo.tsx'
import { preloadPhoto } from '#app/ui/photo/picture-sources.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/project.ts'
import { coverFiles } from './project.cover-files.ts'
import type { ProjectNotFound } from './project.loader.ts'
import styles from './project.module.css'

const loadViewer = () => import('#app/visitor/viewer/viewer.tsx')
const Viewer = lazy(loadViewer)
const NotFoundMessage = lazy(() => import('#app/ui/not-found-message.tsx'))
const ProjectFacts = lazy(() => import('#app/visitor/projects/project-facts.tsx'))
const EditableProjectText = lazy(() => import('#app/admin/screens/project/editable-project-text.tsx'))
const UnsavedDraftMessage = lazy(() => import('#app/admin/edit-text/unsaved-draft-message.tsx'))
const UnsavedTextsOfRemoved = lazy(() => import('#app/admin/edit-text/unsaved-texts-of-removed.tsx'))
const UnsavedChangesDialog = lazy(() => import('#app/admin/forms/unsaved-changes-dialog.tsx'))
const FactsEditor = lazy(() => import('#app/admin/screens/facts/facts-editor.tsx'))
const GalleryEditor = lazy(() => import('#app/admin/screens/project/gallery-editor.tsx'))
const AddImages = lazy(() => import('#app/admin/screens/project/add-images.tsx'))
const Publication = lazy(() => import('#app/admin/screens/project/publication.tsx'))
const ReplaceCover = lazy(() => import('#app/admin/screens/project/replace-cover.tsx'))

export const handle: LiveRouteHandle<{ readonly project: Project }> &
  FirstPictureHandle<{ readonly project: Project }> = {
  liveTopics: (_, data) => (data ? [`project:${data.project.id}`, 'work'] : ['work']),
  preloadFirstPicture: ({ project: { coverPhoto } }) => coverPhoto && preloadPhoto(coverFiles(coverPhoto)),
}

export const meta: Route.MetaFunction = ({ loaderData, params, matches, location }) => {
  const site = matches[0].loaderData
  if (!params.slug || !loaderData) {
    // Messaging apps show the title and the Open Graph tags of a link: for a private link, only the studio's name.
    return pageMeta({ title: params.slug ? 'Project not found' : '', description: '', noindex: true, site })
  }
  const { project } = loaderData
  const imageId = new URLSearchParams(location.search).get(imageParam)
  const image = project.images.find(({ id }) => id === imageId)
  return pageMeta({
    title: project.name,
    description: project.details,
    path: href('/projects/:slug', project),
    // The preview of a link to an image shows that image; links to drafts have no preview.
    photo: project.draft ? null : (image ?? project.coverPhoto),
    noindex: project.draft,
    site,
    structuredData: {
      type: 'WebPage',
      breadcrumbs: [['Work', href('/work')]],
      subject: { project },
    },
  })
}

export const headers = forwardHeaders

export { loader } from './project.loader.ts'

export { shouldRevalidateUnlessOnlySearchChanged as shouldRevalidate } from '#app/visitor/navigation/should-revalidate.ts'

export { action } from './project.action.ts'

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<unknown>(call)
}

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  // The key resets the editing state when another project is opened.
  return loaderData && <ProjectArticle key={loaderData.project.id} {...loaderData} />
}

type ProjectArticleProps = NonNullable<Route.ComponentProps['loaderData']>

function ProjectArticle({ project, gallery, admin, ...adminData }: ProjectArticleProps) {
  const { unfinished, imageBytes, lastMove, links, facts, publishingPaused } = adminData
  // The text being edited, named as in its unsaved draft: `name`, `details`, `fact/year` …
  const [editing, setEditing] = useState<string | null>(null)
  const viewer = useOpenImage(project.images)
  const toolsHidden = useRootData().tools === 'hidden'
  const lastAdminId = useLastAdmin(admin)
  const adminId = toolsHidden ? null : lastAdminId
  const openViewer = (index: number) => openInViewer(viewer, index)
  // Editing of another text may have started while this one was being saved.
  const onDone = (field: string) => setEditing((current) => (current === field ? null : current))
  const editingProps = (field: ProjectText) => ({
    project,
    field,
    editing: editing === field,
    onEdit: () => setEditing(field),
    onDone: () => onDone(field),
  })
  const unsavedDraftMessage =
    editing !== null && !admin && !toolsHidden ? (
      <UnsavedDraftMessage draftName={`text/${project.id}/${editing}`} />
    ) : null
  const name = (
    <h1 className={styles.name} data-long={isLongName(project.name)} dir="auto">
      {project.name}
    </h1>
  )
  const details = <ProjectDetails text={project.details} />
  return (
    <article data-path={href('/projects/:slug', project)}>
      <header className={styles.header}>
        <BackButton />
        {admin ? <Publication project={project} publishingPaused={publishingPaused} links={links} /> : null}
        <div className={styles.titleBlock}>
          <p className={styles.number} aria-hidden>
            {twoDigits(project.number)}
          </p>
          {admin ? <EditableProjectText {...editingProps('name')}>{name}</EditableProjectText> : name}
          {editing === 'name' ? unsavedDraftMessage : null}
        </div>
      </header>
      <Cover project={project} onOpen={() => void openViewer(0)} />
      {admin ? <ReplaceCover project={project} unfinished={unfinished} /> : null}
      <div className={styles.text}>
        {admin ? <EditableProjectText {...editingProps('details')}>{details}</EditableProjectText> : details}
        {editing === 'name' ? null : unsavedDraftMessage}
        <div className={styles.key}>
          {admin ? (
            <FactsEditor project={project} facts={facts} editing={editing} onEdit={setEditing} onDone={onDone} />
          ) : null}
          {admin || project.facts.length === 0 ? null : (
            <Suspense>
              <ProjectFacts facts={project.facts} />
            </Suspense>
          )}
        </div>
      </div>
      <section className={styles.gallery} aria-label="Images" onPointerOver={prefetchViewer} onFocus={prefetchViewer}>
        {admin ? (
          <GalleryEditor project={project} unfinished={unfinished} lastMove={lastMove} onOpen={openViewer} />
        ) : (
          <Gallery
            images={project.images}
            {...gallery}
            projectName={project.name}
            markRenders={!project.onlyRenders}
            onOpen={openViewer}
          />
        )}
        {adminId ? (
          <AddImages
            key={adminId}
            projectId={project.id}
            userId={adminId}
            accessLost={!admin}
            imageBytes={imageBytes}
          />
        ) : null}
      </section>
      <ProjectNeighbours previous={project.previous} next={project.next} />
      {viewer.index === null ? null : (
        <Suspense>
          <Viewer
            images={project.images}
            index={viewer.index}
            projectName={project.name}
            onShow={viewer.show}
            onClose={viewer.close}
          />
        </Suspense>
      )}
      {adminId ? <UnsavedChangesDialog /> : null}
    </article>
  )
}

function openInViewer(viewer: ReturnType<typeof useOpenImage>, index: number) {
  return loadViewer().then(
    () => viewer.open(index),
    // Browsers do not retry a module that failed to load, so the server renders the viewer instead.
    () => navigator.onLine && window.location.assign(viewer.searchFor(index)),
  )
}

function prefetchViewer(): void {
  // A click retries.
  loadViewer().catch(() => {})
}

function Cover({ project, onOpen }: { project: Project; onOpen: () => void }) {
  const { coverPhoto, name, onlyRenders } = project
  if (!coverPhoto) return null
  const { upright, id } = coverPhoto
  const isFirst = beginsWithCover(project)
  const kind = onlyRenders
    ? `All pictures ${onlyRenders === 'with drawings' ? 'except drawings ' : ''}are renders.`
    : coverPhoto.kind === 'render' && 'Render'
  const open = (event: MouseEvent) => {
    // The browser opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  const photo = <Photo {...coverFiles(coverPhoto)} alt={coverPhoto.alt || `Cover photo of ${name}`} crop eager />
  return (
    <div className={styles.cover} data-upright={upright}>
      {/* The gallery omits this image, so the cover opens the viewer. */}
      {isFirst ? (
        <Link to={`?${imageParam}=${id}`} onClick={open} onPointerOver={prefetchViewer} onFocus={prefetchViewer}>
          {photo}
        </Link>
      ) : (
        photo
      )}
      {kind && <p className={styles.kind}>{kind}</p>}
      {isFirst && coverPhoto.caption && <p dir="auto">{coverPhoto.caption}</p>}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isAdmin = useRootData().tools === 'shown'
  if (!isRouteErrorResponse(error)) throw error
  // Usually a message; if a project was not found, admins get an object with its id.
  const failure: Partial<ProjectNotFound> | null = typeof error.data === 'string' ? { message: error.data } : error.data
  if (!failure?.message) throw error
  if (error.status === 404) {
    return (
      <NotFoundMessage heading={failure.message}>
        {isAdmin ? <UnsavedTextsOfRemoved prefix={`text/${failure.projectId}/`} noun="project" /> : null}
        <ArrowLink to={href('/work')}>All projects</ArrowLink>
      </NotFoundMessage>
    )
  }
  return (
    <PageContainer className={styles.error}>
      <AlertMessage>{failure.message}</AlertMessage>
      <ArrowLink to=".">Try Again</ArrowLink>
      <ArrowLink to={href('/work')}>All projects</ArrowLink>
    </PageContainer>
  )
}
