import { href } from 'react-router'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { Route } from './+types/robots.ts'

/**
 * Allows everything. Log-in and similar pages use `noindex` instead of being disallowed here, because a disallowed page
 * can still be listed if another site links to it.
 */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow:',
    `Sitemap: ${getRequestContext(context).origin}${href('/sitemap.xml')}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
