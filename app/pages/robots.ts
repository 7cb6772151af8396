import { href } from 'react-router'
import { visitOf } from '#app/context.ts'
import type { Route } from './+types/robots.ts'

/**
 * For search engines: everything may be read. The doors ask themselves to be left out; were they closed here, that
 * would never be read, and a link from elsewhere would be enough to list them.
 */
export function loader({ context }: Route.LoaderArgs) {
  const lines = ['User-agent: *', 'Disallow:', `Sitemap: ${visitOf(context).origin}${href('/sitemap.xml')}`, '']
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
