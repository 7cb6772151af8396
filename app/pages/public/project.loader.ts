import { data, href, redirect } from 'react-router'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import { listSavedFacts } from '#portfolio/fact/read.ts'
import { isPublishingPaused } from '#portfolio/health/read.ts'
import { findLastImageMove, listImageBytes, listUnfinishedPhotos } from '#portfolio/photo/read.ts'
import { listPrivateLinks } from '#portfolio/private-link/read.ts'
import { findProjectIdEvenInBin } from '#portfolio/project-address/read.ts'
import { showProjectAt } from '#portfolio/project/show.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import { composeBelowCover } from '#app/visitor/gallery/compose-gallery.ts'
import { redirectOldAddress } from '#app/redirect-old-address.ts'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { orUnavailable } from '#app/requests/responses.ts'
import type { Route } from './+types/project.ts'
import { loadSharedDraft } from './project.private-link.loader.ts'

const withoutTools = {
  admin: false,
  unfinished: {},
  imageBytes: [],
  lastMove: null,
  links: [],
  publishingPaused: false,
  facts: { saved: {}, sectors: [] },
}
const notFoundMessage = 'Project not found'

/** What the error boundary gets if an admin opens a project that was not found. Others get only the message. */
export interface ProjectNotFound {
  readonly message: string
  /** The id of the project if it is in the bin; otherwise the segment of the URL. */
  readonly projectId: string
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context)
  if (params.token !== undefined) {
    const shared = await loadSharedDraft(requestContext, params.token, request)
    return shared && { project: shared, gallery: composeBelowCover(shared), ...withoutTools }
  }
  const { ports, person, audience, topics } = requestContext
  // With hidden tools, an admin sees a draft as visitors will see it.
  const query = showProjectAt(ports, params.slug, person?.admin ? 'admins' : 'everyone', audience)
  const project = await orUnavailable(ports, 'Failed to load project data', query)
  // For visitors, a draft at this address does not exist.
  if (!project) await redirectOldAddress(requestContext, request)
  if (!project) throw data(await describeMissingProject(requestContext, params.slug), { status: 404 })
  if (project.slug !== params.slug) redirectToSlug(requestContext, project.slug, new URL(request.url).search)
  topics.add(`project:${project.id}`)
  const gallery = composeBelowCover(project)
  if (audience !== 'admins') return { project, gallery, ...withoutTools }
  const { id: projectId } = project
  const adminData = await readAsAdmin(ports, person, async (db, admin) => ({
    unfinished: await listUnfinishedPhotos(db, admin, { projectId }),
    imageBytes: await listImageBytes(db, admin, { projectId }),
    lastMove: await findLastImageMove(db, admin, { projectId }),
    links: project.draft ? await listPrivateLinks(ports, admin, { projectId }) : [],
    publishingPaused: project.publishAt !== undefined && (await isPublishingPaused(db, admin)),
    facts: { saved: await listSavedFacts(db, admin, { projectId }), sectors: await listSectors({ db }) },
  }))
  return { project, gallery, ...withoutTools, admin: true, ...(adminData.ok && adminData.value) }
}

/** Redirects documents only, so that a page that is open under a former address keeps working. */
function redirectToSlug({ person, isDocument, forbidStoring }: RequestContext, slug: string, search: string): void {
  if (!isDocument) return forbidStoring()
  // Browsers revalidate the redirect each time: the former address may come back, or belong to another project.
  const headers = { 'Cache-Control': person ? 'private, no-cache' : 'no-cache' }
  throw redirect(href('/projects/:slug', { slug }) + search, { status: 301, headers })
}

async function describeMissingProject(
  { ports, person, audience }: RequestContext,
  segment: string,
): Promise<string | ProjectNotFound> {
  if (audience !== 'admins') return notFoundMessage
  const found = await readAsAdmin(ports, person, (db, admin) => findProjectIdEvenInBin(db, admin, segment))
  return { message: notFoundMessage, projectId: (found.ok && found.value) || segment }
}
