import { photosPath } from '#portfolio/derivative/derivatives.ts'
import type { HdrView } from '#portfolio/derivative/hdr.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Project } from '#portfolio/project/project.ts'
import { showProject } from '#portfolio/project/show.ts'

type LinkPorts = Pick<Ports, 'db' | 'now' | 'privateLinkTokens'>

/** A draft that is found by a token. `state` differs when the project, its images or their derivatives have changed. */
interface SharedDraft {
  readonly linkId: string
  readonly projectId: string
  readonly state: string
}

/** The draft of a token: `null` if the link was revoked or has expired, or the project is no longer a draft. */
export async function findSharedDraft(
  { db, now, privateLinkTokens }: LinkPorts,
  token: string,
): Promise<SharedDraft | null> {
  const linkId = privateLinkTokens.read(token)
  if (linkId === null) return null
  const draft = await db
    .selectFrom('privateLinks')
    .innerJoin('projects', 'projects.id', 'privateLinks.projectId')
    .select(['privateLinks.projectId', 'projects.changedAt'])
    // The background jobs that make derivatives do not change the project.
    .select((of) => {
      const shown = of.selectFrom('photos').whereRef('photos.projectId', '=', 'projects.id').where('hidden', '=', 0)
      return shown.select(({ fn }) => fn.sum<number | null>(fn('length', ['made'])).as('made')).as('made')
    })
    .where('privateLinks.id', '=', linkId)
    .where('expiresAt', '>', now().toISOString())
    .where('publishedAt', 'is', null)
    .where('projects.deletedAt', 'is', null)
    .executeTakeFirst()
  return draft ? { linkId, projectId: draft.projectId, state: `${draft.changedAt} ${draft.made ?? 0}` } : null
}

/** What visitors would see if the draft were published, without neighbours, with its photos below the private URL. */
export async function showSharedDraft(ports: LinkPorts, token: string): Promise<Project | null> {
  const draft = await findSharedDraft(ports, token)
  const project = draft && (await showProject(ports, draft.projectId, 'admins', 'everyone'))
  // It may have been published meanwhile.
  if (!draft || !project?.draft) return null
  const folder = `/private/${token}${photosPath}`
  const coverPhoto = project.coverPhoto && moveTo(folder, project.coverPhoto)
  const images = project.images.map((image) => moveTo(folder, image))
  return { ...project, coverPhoto, images, previous: null, next: null }
}

/** Whether the page of this token shows the photo now. */
export async function isSharedPhoto(ports: LinkPorts, token: string, photoId: string): Promise<boolean> {
  const project = await showSharedDraft(ports, token)
  return [project?.coverPhoto, ...(project?.images ?? [])].some((photo) => photo?.originalId === photoId)
}

function moveTo(folder: string, { hdr, ...photo }: PhotoView): PhotoView {
  return { ...photo, folder, ...(hdr && { hdr: moveHdr(folder, hdr) }) }
}

function moveHdr(folder: string, { srcSet, crops }: HdrView): HdrView {
  const move = (srcset: string) => srcset.replaceAll(`${photosPath}/`, `${folder}/`)
  const moved = Object.entries(crops).map(([proportion, srcset]) => [proportion, move(srcset)])
  return { srcSet: move(srcSet), crops: Object.fromEntries(moved) as HdrView['crops'] }
}
