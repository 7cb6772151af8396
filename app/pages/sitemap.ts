import { href } from 'react-router'
import { addressOf } from '#portfolio/photo/photo.ts'
import { listForSitemap } from '#portfolio/project/show.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { orSay } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import type { Route } from './+types/sitemap.ts'

interface Place {
  readonly path: string
  readonly changedAt?: string | undefined
  readonly photos?: readonly (Parameters<typeof addressOf>[0] & { readonly ready: boolean })[]
}

/** For search engines: every page that a visitor may see, in its canonical form, with its pictures. */
export async function loader({ context }: Route.LoaderArgs) {
  const { parts, origin } = visitOf(context)
  const read = Promise.all([listForSitemap(parts), showStudio(parts)])
  const [projects, { hero, portrait }] = await orSay(parts, 'The map is not at hand just now.', read)
  const latest = projects
    .map((project) => project.changedAt)
    .sort()
    .at(-1)
  const places: Place[] = [
    { path: href('/'), photos: hero ? [hero] : [] },
    { path: href('/work'), changedAt: latest },
    { path: href('/about'), photos: portrait ? [portrait] : [] },
    { path: href('/values') },
    { path: href('/contact') },
    { path: href('/privacy') },
    ...projects.map(({ id, ...rest }) => ({ path: href('/projects/:projectId', { projectId: id }), ...rest })),
  ]
  const map = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
    '        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...places.map((place) => written(origin, place)),
    '</urlset>',
    '',
  ].join('\n')
  return new Response(map, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

function written(origin: string, { path, changedAt, photos = [] }: Place): string {
  const images = photos
    .filter((photo) => photo.ready)
    .map((photo) => `<image:image>${tag('image:loc', origin + addressOf(photo))}</image:image>`)
  return `  <url>${tag('loc', origin + path)}${changedAt ? tag('lastmod', changedAt) : ''}${images.join('')}</url>`
}

function tag(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
