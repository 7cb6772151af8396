import { href } from 'react-router'
import { getRequestContext } from '#app/requests/request-context.ts'
import { themeColour } from '#app/ui/theme-colour.ts'
import type { Route } from './+types/manifest.ts'

/** The web app manifest: name and icons for the home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name } = await getRequestContext(context).siteSummary()
  const manifest = {
    id: '/',
    name,
    lang: 'en-GB',
    start_url: href('/'),
    display: 'browser',
    background_color: themeColour,
    theme_color: themeColour,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/mark-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/mark-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}
