import { photosPath } from '#portfolio/derivative/derivatives.ts'
import type { HdrView } from '#portfolio/derivative/hdr.ts'
import { coverIdOf } from '#portfolio/photo/cover.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Project } from '#portfolio/project/project.ts'
import { showProject } from '#portfolio/project/show.ts'
import { privateLinkPath } from './private-link.ts'

type LinkPorts = Pick<Ports, 'db' | 'now' | 'privateLinkTokens'>

/** The draft that a token shows. `state` changes with the project, its images, their derived widths and its sector. */
interface SharedDraft {
  readonly linkId: string
  readonly projectId: string
  readonly state: string
}

/** The draft that a token shows; `null` if the link was revoked or has expired, or the project is no longer a draft. */
export async function findSharedDraft(ports: LinkPorts, token: string): Promise<SharedDraft | null> {
  const linkId = ports.privateLinkTokens.read(token)
  if (linkId === null) return null
  const draft = await selectDraft(ports, linkId)
    .select(['privateLinks.projectId', 'projects.changedAt'])
    // The background jobs that make derivatives do not change `changedAt`.
    .select((eb) => {
      const shown = eb.selectFrom('photos').whereRef('photos.projectId', '=', 'projects.id').where('hidden', '=', 0)
      return shown.select(({ fn }) => fn.sum<number | null>(fn('length', ['made'])).as('made')).as('made')
    })
    // Neither does renaming or removing the sector.
    .select((eb) =>
      eb
        .selectFrom('projectFacts')
        .innerJoin('sectors', 'sectors.id', 'projectFacts.text')
        .select('sectors.version')
        .whereRef('projectFacts.projectId', '=', 'projects.id')
        .where('projectFacts.key', '=', 'sector')
        .where('sectors.deletedAt', 'is', null)
        .as('sectorVersion'),
    )
    .executeTakeFirst()
  if (!draft) return null
  const { projectId, changedAt, made, sectorVersion } = draft
  return { linkId, projectId, state: `${changedAt} ${made ?? 0} ${sectorVersion ?? 0}` }
}

function selectDraft({ db, now }: Pick<LinkPorts, 'db' | 'now'>, linkId: string) {
  return db
    .selectFrom('privateLinks')
    .innerJoin('projects', 'projects.id', 'privateLinks.projectId')
    .where('privateLinks.id', '=', linkId)
    .where('expiresAt', '>', now().toISOString())
    .where('publishedAt', 'is', null)
    .where('projects.deletedAt', 'is', null)
}

/** What visitors would see if the draft were published, without neighbours, with its photos below the private URL. */
export async function showSharedDraft(ports: LinkPorts, token: string): Promise<Project | null> {
  const draft = await findSharedDraft(ports, token)
  const project = draft && (await showProject(ports, draft.projectId, 'admins', 'everyone'))
  // The project may have been published meanwhile.
  if (!draft || !project?.draft) return null
  const folder = privateLinkPath.replace(':token', token) + photosPath
  const coverPhoto = project.coverPhoto && moveTo(folder, project.coverPhoto)
  const images = project.images.map((image) => moveTo(folder, image))
  return { ...project, coverPhoto, images, previous: null, next: null }
}

/** Whether the page of this token shows the photo now, as its cover or in its gallery. */
export async function isSharedPhoto(ports: LinkPorts, token: string, photoId: string): Promise<boolean> {
  const linkId = ports.privateLinkTokens.read(token)
  if (linkId === null) return false
  const shown = await selectDraft(ports, linkId)
    .innerJoin('photos', 'photos.projectId', 'projects.id')
    .select('photos.id')
    // Until a photo has a derivative, the page shows the former one.
    .where((eb) =>
      eb.or([eb('formerId', '=', photoId), eb.and([eb('photos.id', '=', photoId), eb('formerId', 'is', null)])]),
    )
    .where('photos.deletedAt', 'is', null)
    .where('hidden', '=', 0)
    .where((eb) => eb.or([eb('place', '=', 'gallery'), eb('photos.id', '=', coverIdOf(eb))]))
    .executeTakeFirst()
  return shown !== undefined
}

function moveTo(folder: string, { hdr, ...photo }: PhotoView): PhotoView {
  return { ...photo, folder, ...(hdr && { hdr: moveHdr(folder, hdr) }) }
}

function moveHdr(folder: string, { srcSet, crops }: HdrView): HdrView {
  const move = (srcset: string) => srcset.replaceAll(`${photosPath}/`, `${folder}/`)
  const moved = Object.entries(crops).map(([proportion, srcset]) => [proportion, move(srcset)])
  return { srcSet: move(srcSet), crops: Object.fromEntries(moved) as HdrView['crops'] }
}
