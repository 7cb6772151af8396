import { expect } from 'vitest'
import type { TargetSite } from './target-site.ts'

/** A draft with a private link. */
export interface SharedDraft {
  readonly projectId: string
  readonly linkId: string
  readonly token: string
  readonly name: string
  readonly page: string
  /** The id of the first image of its gallery. */
  readonly imageId: string
  /** The public path of a derivative of the cover; the private path is `page + picture`. */
  readonly picture: string
  /** The private paths of all derivatives on the page. */
  readonly files: readonly string[]
}

/** With a header that browsers send, but not the messaging apps that fetch link previews. */
export const browserRequest = { headers: { 'Sec-Fetch-Dest': 'document' } }
export const inAWeek = () => new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10)

/** The photos of a project, the cover first, each with the path of a derivative that exists. */
export async function photosOf(target: TargetSite, projectId: string) {
  const photos = await target.site.query<{ id: string; made: string; recipe: string }>(
    `select id, made, recipe from photos where "projectId" = ? and "deletedAt" is null order by place, position`,
    projectId,
  )
  return photos.map(({ id, made, recipe }) => ({ id, path: `/photos/${id}/${recipe}/${made.split(',')[0]}.avif` }))
}

/** Makes a project, by default the second one, a draft and shares it. `cookie` is that of an admin. */
export async function share(
  target: TargetSite,
  { projectId = target.projectIds[1] ?? '', cookie = target.cookies.admin } = {},
): Promise<SharedDraft> {
  await target.editProject(projectId, { intent: 'withdraw' }, { cookie })
  const form = { intent: 'share-privately', recipient: 'Mr Lind', until: inAWeek() }
  expect((await target.editProject(projectId, form, { cookie })).status).toBe(200)
  const { text } = await target.request(`/projects/${projectId}.data`, { cookie })
  const [link] = await target.site.query<{ id: string }>(
    `select id from "privateLinks" where "projectId" = ? order by "createdAt" desc`,
    projectId,
  )
  const linkId = link?.id ?? ''
  const token = new RegExp(`[\\w-]{32}${linkId}`).exec(text)?.[0] ?? ''
  const page = `/private/${token}`
  const [project] = await target.site.query<{ name: string }>('select name from projects where id = ?', projectId)
  const name = project?.name ?? ''
  const [cover, image] = await photosOf(target, projectId)
  // Unless the link works, the attacks would prove nothing.
  const html = (await target.request(page, browserRequest)).text
  expect(html).toContain(name)
  const files = [...new Set(html.match(new RegExp(`${page}/photos/[\\w/-]+[.]\\w+`, 'g')))]
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) expect((await target.request(file)).status, file).toBe(200)
  return { projectId, linkId, token, name, page, imageId: image?.id ?? '', picture: cover?.path ?? '', files }
}
