import { lazy, Suspense, use, type ReactNode } from 'react'
import {
  href,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { BackToTop } from '#app/showcase/back-to-top.tsx'
import { Footer } from '#app/showcase/footer.tsx'
import { Navbar } from '#app/showcase/navbar.tsx'
import { readAgainUnlessPaging } from '#app/showcase/open-image.ts'
import { SkipLink } from '#app/showcase/skip-link.tsx'
import { fontPreloads } from '#app/ui/fonts.ts'
import { NonceContext } from '#app/ui/nonce.ts'
import { Notice } from '#app/ui/notice.tsx'
import { paper, paperByNight } from '#app/ui/paper.ts'
import { StoreFailed } from '#portfolio/parts.ts'
import type { Photograph } from '#portfolio/photo/photo.ts'
import { nameStudio, unnamed } from '#portfolio/studio/show.ts'
import type { Route } from './+types/root.ts'
import { Arrival } from './arrival.tsx'
import { visitOf } from './context.ts'
import { LateScripts } from './late-scripts.tsx'
import { useLive } from './live.ts'
import { Underway } from './underway.tsx'
import '#app/ui/tokens.css'
import '#app/ui/fonts.css'
import '#app/ui/base.css'
import styles from './root.module.css'

const CreateLink = lazy(() => import('#app/admin/create-link.tsx'))

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/touch-180.png' },
  { rel: 'manifest', href: href('/manifest.webmanifest') },
  ...fontPreloads.map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
]

export async function loader({ context }: Route.LoaderArgs) {
  const { parts, person, edition, origin } = visitOf(context)
  return { person, edition, origin, name: await nameStudio(parts).catch(nameless) }
}

// While the store is in trouble, the page in this frame can still say so in its own words.
function nameless(error: unknown): string {
  if (error instanceof StoreFailed) return unnamed.name
  throw error
}

export const shouldRevalidate = readAgainUnlessPaging

/** The document. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={paper} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={paperByNight} media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <LateScripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useLive(loaderData.edition, loaderData.person?.userId ?? null)
  return (
    <House {...loaderData}>
      <Outlet />
    </House>
  )
}

/** What nobody expected, and what no page below has a sentence of its own for. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const house = useRouteLoaderData<typeof loader>('root')
  const sentence =
    isRouteErrorResponse(error) && typeof error.data === 'string' && error.data
      ? error.data
      : 'Something went wrong on our side. Please try again in a moment.'
  const page = (
    <div className={styles.fault}>
      <Notice>{sentence}</Notice>
      <a href="/">Go Back to Home</a>
    </div>
  )
  return house ? <House {...house}>{page}</House> : <main>{page}</main>
}

type HouseProps = Pick<Route.ComponentProps['loaderData'], 'person' | 'name'> & { children: ReactNode }

function House({ person, name, children }: HouseProps) {
  const landing = useMatches().find((match) => match.id.includes('landing'))
  return (
    <>
      <SkipLink />
      <Navbar person={person} clear={landing !== undefined} over={heroOf(landing?.loaderData)} name={name}>
        {person?.admin ? (
          <Suspense>
            <CreateLink />
          </Suspense>
        ) : null}
      </Navbar>
      <Underway />
      <Arrival />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer person={person} name={name} />
      <BackToTop />
    </>
  )
}

/** What the landing page has read of its picture; its two addresses have one loader. */
function heroOf(read: unknown): Photograph | null {
  return (read as { hero: Photograph | null } | undefined)?.hero ?? null
}
