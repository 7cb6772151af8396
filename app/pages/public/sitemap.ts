import { href } from 'react-router'
import { fallbackOf } from '#portfolio/derivative/derivatives.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { listForSitemap } from '#portfolio/project/show.ts'
import { showStudioPhotos } from '#portfolio/studio/show.ts'
import { listValues, publicValues } from '#portfolio/value/show.ts'
import { orUnavailable } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { Route } from './+types/sitemap.ts'

interface SitemapEntry {
  readonly path: string
  readonly changedAt?: string | undefined
  readonly photos?: readonly PhotoView[]
}

/**
 * Every public page under its canonical URL, with its photos; a project's cover only on the project's own page. While
 * the site is closed, only Contact and Privacy.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { ports, origin, siteSummary } = getRequestContext(context)
  const queries = Promise.all([listForSitemap(ports), showStudioPhotos(ports), listValues(ports), siteSummary()])
  const [projects, { hero, portrait }, values, { hasAbout, hasValues, visibility }] = await orUnavailable(
    ports,
    'The sitemap could not be loaded. Please try again in a moment.',
    queries,
  )
  const lastChangedAt = projects
    .map((project) => project.changedAt)
    .sort()
    .at(-1)
  const always: SitemapEntry[] = [{ path: href('/contact') }, { path: href('/privacy') }]
  const whenNotClosed: SitemapEntry[] = [
    { path: href('/'), photos: hero ? [hero] : [] },
    { path: href('/work'), changedAt: lastChangedAt },
    ...(hasAbout ? [{ path: href('/about'), photos: portrait ? [portrait] : [] }] : []),
    ...(hasValues ? [{ path: href('/values'), photos: publicValues(values).flatMap(({ photo }) => photo ?? []) }] : []),
    ...always,
    ...projects.map(({ slug, ...rest }) => ({ path: href('/projects/:slug', { slug }), ...rest })),
  ]
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
    '        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...(visibility === 'closed' ? always : whenNotClosed).map((entry) => urlElement(origin, entry)),
    '</urlset>',
    '',
  ].join('\n')
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

function urlElement(origin: string, { path, changedAt, photos = [] }: SitemapEntry): string {
  const images = photos
    .filter((photo) => photo.ready)
    .map((photo) => `<image:image>${element('image:loc', origin + fallbackOf(photo).src)}</image:image>`)
  return `  <url>${element('loc', origin + path)}${changedAt ? element('lastmod', changedAt) : ''}${images.join('')}</url>`
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
