import { sql } from 'kysely'
import { photosPath } from '#portfolio/derivative/derivatives.ts'
import type { HdrView } from '#portfolio/derivative/hdr.ts'
import { coverIdOf } from '#portfolio/photo/cover.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Project } from '#portfolio/project/project.ts'
import { showProject } from '#portfolio/project/show.ts'
import { privateLinkPath } from './private-link.ts'

type LinkPorts = Pick<Ports, 'db' | 'now' | 'privateLinkTokens'>

/** The draft that a token shows. `state` changes with the project, its images, their derivatives and its sector. */
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
    // Renaming or removing the sector does not change `changedAt`.
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
  const { projectId, changedAt, sectorVersion } = draft
  const state = [changedAt, sectorVersion ?? 0, ...(await derivedState(ports, projectId))].join(' ')
  return { linkId, projectId, state }
}

/** Numbers that change with the shown derivatives. The background jobs that make them do not change `changedAt`. */
async function derivedState({ db }: Pick<LinkPorts, 'db'>, projectId: string): Promise<(number | bigint | string)[]> {
  const { widths, crops, recipes, ready } = await db
    .selectFrom('photos')
    .select(({ fn }) => [
      fn.sum(fn('length', ['made'])).as('widths'),
      fn.sum(fn('length', ['crops'])).as('crops'),
      // Version 10 comes after version 9.
      fn.sum(sql<number>`cast(substr("recipe", 2) as integer)`).as('recipes'),
      // New crops may be as long as those that they replace; meanwhile the photo is not ready.
      fn.countAll().filterWhere('state', '=', 'ready').as('ready'),
    ])
    .where('projectId', '=', projectId)
    .where('hidden', '=', 0)
    .executeTakeFirstOrThrow()
  return [widths ?? 0, crops ?? 0, recipes ?? 0, ready]
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

/**
 * What visitors would see if the draft were published, except for the previous and next project. The URLs of its photos
 * are below the private URL.
 */
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
