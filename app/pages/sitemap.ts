import { href } from 'react-router'
import { listForSitemap } from '#portfolio/project/show.ts'
import { orSay } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import type { Route } from './+types/sitemap.ts'

/** For search engines: every page that a visitor may see, in its canonical form. */
export async function loader({ context }: Route.LoaderArgs) {
  const { parts, origin } = visitOf(context)
  const projects = await orSay(parts, 'The map is not at hand just now.', listForSitemap(parts))
  const rooms = [href('/'), href('/work'), href('/about'), href('/values'), href('/contact'), href('/privacy')]
  const place = (path: string, more = '') => `  <url><loc>${escaped(`${origin}${path}`)}</loc>${more}</url>`
  const map = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...rooms.map((path) => place(path)),
    ...projects.map(({ id, changedAt }) =>
      place(href('/projects/:projectId', { projectId: id }), `<lastmod>${changedAt}</lastmod>`),
    ),
    '</urlset>',
    '',
  ].join('\n')
  return new Response(map, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
