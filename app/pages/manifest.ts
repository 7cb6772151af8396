import { nameStudio } from '#portfolio/studio/show.ts'
import { visitOf } from '#app/context.ts'
import { paper } from '#app/ui/paper.ts'
import type { Route } from './+types/manifest.ts'

/** For whoever puts the site on a home screen: what it is called there, and its sign. */
export async function loader({ context }: Route.LoaderArgs) {
  const name = await nameStudio(visitOf(context).parts)
  const manifest = {
    id: '/',
    name,
    lang: 'en-GB',
    start_url: '/',
    display: 'browser',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/mark-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/mark-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}
