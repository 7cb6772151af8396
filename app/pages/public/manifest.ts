import { href } from 'react-router'
import { iconPath } from '#portfolio/logo/logo.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { themeColour } from '#app/ui/theme-colour.ts'
import type { Route } from './+types/manifest.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { name, logo, visibility } = await getRequestContext(context).siteSummary()
  const manifest = {
    id: '/',
    name,
    lang: 'en-GB',
    start_url: href('/'),
    display: 'browser',
    background_color: themeColour,
    theme_color: themeColour,
    icons: iconsOf(visibility === 'closed' ? null : logo),
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}

function iconsOf(logo: string | null) {
  const [small, large, maskable] = logo
    ? (['icon-192.png', 'icon-512.png', 'maskable-512.png'] as const).map((file) => iconPath(logo, file))
    : ['/icons/mark-192.png', '/icons/mark-512.png', '/icons/maskable-512.png']
  return [
    ...(logo ? [] : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }]),
    { src: small, sizes: '192x192', type: 'image/png' },
    { src: large, sizes: '512x512', type: 'image/png' },
    { src: maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ]
}
