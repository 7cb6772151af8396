import { expect } from 'vitest'
import { parseCrops } from '#portfolio/derivative/crops-column.ts'
import type { TargetSite, TextResponse } from './target-site.ts'

/** A project, and the strings that reveal it in a response. */
export interface Draft {
  readonly id: string
  readonly path: string
  readonly secrets: readonly string[]
  /** The URLs of its page, data and photos, and of all pages that may mention it. */
  readonly addresses: readonly string[]
}

export async function draftOf(target: TargetSite, index: number): Promise<Draft> {
  const id = target.projectIds[index] ?? ''
  const [project] = await target.site.query<{ name: string }>('select name from projects where id = ?', id)
  const photos = await target.site.query<{ id: string; made: string; recipe: string; crops: string }>(
    'select id, made, recipe, crops from photos where "projectId" = ?',
    id,
  )
  const pictures = photos.flatMap((photo) => {
    const files = photo.made.split(',').flatMap((width) => ['avif', 'jpg', 'p3.avif'].map(fileAt(width)))
    const cropped = parseCrops(photo.crops).flatMap(({ name, widths }) =>
      widths.map((width) => `${name}/${width}.avif`),
    )
    return [...files, ...cropped, 'og-50-50.jpg'].map((file) => `/photos/${photo.id}/${photo.recipe}/${file}`)
  })
  expect(pictures.length).toBeGreaterThan(10)
  const path = target.projectPaths[index] ?? ''
  const others = target.projectPaths.filter((other) => other !== path)
  // By its slug, its former slug, its old address and its id.
  const own = [path, `${path}-before`, `${path}.html`, `/projects/${id}`].flatMap((one) => [
    one,
    `${one}/`,
    one.toUpperCase(),
    `${one}?image=${photos[0]?.id}`,
    `${one}.data`,
    `${one}.data?_routes=pages%2Fpublic%2Fproject`,
  ])
  const pages = ['/', '/work', '/create', '/about', ...others, ...own.slice(0, 1)]
  const data = pages.slice(1).map((path) => `${path}.data`)
  const parts = [`/work.data?_routes=pages%2Fpublic%2Fwork`]
  return {
    id,
    path,
    secrets: [project?.name ?? '', ...photos.map((photo) => photo.id)],
    addresses: [...pages, ...own.slice(1), '/_root.data', ...data, ...parts, '/sitemap.xml', ...pictures],
  }
}

const fileAt = (width: string) => (format: string) =>
  format.startsWith('p3') ? `${width}-${format}` : `${width}.${format}`

/** Expects that a response to an actor who is not an admin does not reveal the draft. */
export function expectNotRevealed(
  { id, path, secrets }: Draft,
  address: string,
  { status, headers, text }: TextResponse,
): void {
  const isOwn =
    address.toLowerCase().includes(id) || address.toLowerCase().startsWith(path) || address.startsWith('/photos/')
  if (isOwn) expect(status, address).toBe(404)
  if (address.startsWith('/photos/')) expect(headers.get('Cache-Control'), address).toBe('no-store')
  // A 404 page contains its own URL.
  const requested = secrets.filter((secret) => address.includes(secret))
  const found = [...secrets, ...(isOwn ? [] : [id, path])].filter((secret) => text.includes(secret))
  expect(
    found.filter((secret) => !requested.includes(secret)),
    address,
  ).toEqual([])
}

export const setPublished = (target: TargetSite, { id }: Draft, intent: 'publish' | 'withdraw', cookie?: string) =>
  target.editProject(id, { intent }, cookie ? { cookie } : {})

/** Gives the second project a former slug and an address of the former site. */
export async function addFormerAddresses(target: TargetSite): Promise<void> {
  const [slug, former] = ['birch-house', 'birch-house-before']
  await target.editProject(1, { intent: 'edit-address', slug: former, baseSlug: slug })
  await target.editProject(1, { intent: 'edit-address', slug, baseSlug: former })
  const old = { intent: 'add-old-address', path: `/projects/${slug}.html`, target: target.projectIds[1] ?? '' }
  await target.request('/studio.data', { as: 'admin', form: old })
  for (const path of [`/projects/${former}`, `/projects/${slug}.html`]) {
    const { status, headers } = await target.request(path)
    expect([status, headers.get('Location'), headers.get('Cache-Control')], path).toEqual([
      301,
      `/projects/${slug}`,
      'no-cache',
    ])
  }
}
