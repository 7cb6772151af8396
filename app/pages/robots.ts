import { href } from 'react-router'
import { visitOf } from '#app/context.ts'
import type { Route } from './+types/robots.ts'

/** For search engines: everything but the doors. */
export function loader({ context }: Route.LoaderArgs) {
  const doors = [href('/login'), href('/signup'), href('/logout'), href('/create')]
  const lines = [
    'User-agent: *',
    ...doors.map((door) => `Disallow: ${door}`),
    `Sitemap: ${visitOf(context).origin}${href('/sitemap.xml')}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
