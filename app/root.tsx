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
import { BackToTop } from '#app/visitor/navigation/back-to-top.tsx'
import { Footer } from '#app/visitor/navigation/footer.tsx'
import { Navbar } from '#app/visitor/navigation/navbar.tsx'
import { shouldRevalidateUnlessOnlySearchChanged } from '#app/visitor/navigation/should-revalidate.ts'
import { SkipLink } from '#app/visitor/navigation/skip-link.tsx'
import { fontPreloads } from '#app/ui/fonts.ts'
import { NonceContext } from '#app/ui/nonce.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { themeColour, darkThemeColour } from '#app/ui/theme-colour.ts'
import { partsOf } from '#portfolio/format-time.ts'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { unexpectedErrorMessage } from '#portfolio/result.ts'
import { iconPath } from '#portfolio/logo/logo.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { countUnread } from '#portfolio/contact/read.ts'
import { showNotice } from '#portfolio/health/show.ts'
import type { SiteSummary } from '#portfolio/setup/setup.ts'
import { emptySiteSummary } from '#portfolio/studio/show.ts'
import type { Route } from './+types/root.ts'
import { RouteAnnouncer } from './visitor/navigation/route-announcer.tsx'
import { iconLinks } from './requests/icon-links.ts'
import { isHiddenWhileClosed, openingSoonPage } from './requests/closed-site.ts'
import { getRequestContext } from './requests/request-context.ts'
import { DeferredScripts, usePressBeforeHydration } from './browser/deferred-scripts.tsx'
import { useLiveUpdates } from './browser/live-updates.ts'
import { usePageData } from './browser/page-data.ts'
import { usePointerInput } from './browser/pointer-input.ts'
import { usePagePrefetch } from './browser/module-prefetch.ts'
import { NavigationStatus } from './visitor/navigation/navigation-status.tsx'
import '#app/ui/tokens.css'
import '#app/ui/fonts.css'
import '#app/ui/base.css'
import styles from './root.module.css'

const AdminLinks = lazy(() => import('#app/admin/navigation/admin-links.tsx'))
const AccountControls = lazy(() => import('#app/visitor/account/account-controls.tsx'))
const AdminControls = lazy(() => import('#app/admin/navigation/admin-controls.tsx'))
const SetupLine = lazy(() => import('#app/admin/navigation/setup-line.tsx'))
const OpeningSoon = lazy(() => import('#app/visitor/opening-soon/opening-soon.tsx'))
const HealthNotice = lazy(() => import('#app/admin/navigation/health-notice.tsx'))

export const links: Route.LinksFunction = () => [
  { rel: 'manifest', href: href('/manifest.webmanifest') },
  ...fontPreloads.map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
]

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const { ports, person, audience, edition, origin, siteSummary } = getRequestContext(context)
  const site = await siteSummary().catch(fallbackSummary)
  const { remainingScreens, visibility, city, timeZone, logo, contact, ...summary } = site
  const showsTools = audience === 'admins'
  const adminData = person?.admin && {
    timeZone,
    tools: showsTools ? ('shown' as const) : ('hidden' as const),
    unread: showsTools ? await countUnread(ports).catch(fallbackCount) : 0,
    ...(showsTools &&
      (remainingScreens.length > 0 || visibility === 'closed') && {
        setup: { remainingScreens, visibility },
      }),
    notice: showsTools ? await showNotice(ports).catch(fallbackNotice) : null,
  }
  const isClosed = visibility === 'closed' && !showsTools
  const shownLogo = isClosed ? null : logo
  return {
    person,
    edition,
    origin,
    ...summary,
    ...adminData,
    contact: isClosed ? null : contact,
    year: partsOf(ports.now().toISOString(), timeZone).year ?? '',
    icons: iconLinks(shownLogo),
    ...(shownLogo && { logo: iconPath(shownLogo, 'icon-512.png') }),
    ...(visibility !== 'open' && { noindex: true }),
    ...(isClosed && isHiddenWhileClosed(pattern) && { openingSoon: openingSoonPage(summary.name, city) }),
  }
}

export const shouldRevalidate = shouldRevalidateUnlessOnlySearchChanged

/** If the database fails, the layout has a default name and every link, and the page shows its own error message. */
function fallbackSummary(error: unknown): SiteSummary {
  if (error instanceof DatabaseFailed) return { ...emptySiteSummary, hasAbout: true, hasValues: true }
  throw error
}

/** If the database fails, the navigation shows no count. */
function fallbackCount(error: unknown): number {
  if (error instanceof DatabaseFailed) return 0
  throw error
}

/** If the database fails, admins see no health notice. */
function fallbackNotice(error: unknown): null {
  if (error instanceof DatabaseFailed) return null
  throw error
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const icons = useRouteLoaderData<typeof loader>('root')?.icons
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Not in the style sheet: its minifier would add a polyfill. */}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={themeColour} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={darkThemeColour} media="(prefers-color-scheme: dark)" />
        <Meta />
        {icons?.map((link) => (
          <link key={link.href} {...link} />
        ))}
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <DeferredScripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(loaderData.edition, loaderData.person?.userId ?? null)
  usePagePrefetch(loaderData.person)
  usePageData(loaderData.person === null)
  usePressBeforeHydration()
  usePointerInput()
  return (
    <SiteLayout {...loaderData}>
      {loaderData.openingSoon ? <OpeningSoon {...loaderData.openingSoon} /> : <Outlet />}
    </SiteLayout>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const site = useRouteLoaderData<typeof loader>('root')
  const message =
    isRouteErrorResponse(error) && typeof error.data === 'string' && error.data ? error.data : unexpectedErrorMessage
  const page = (
    <div className={styles.error}>
      <AlertMessage>{message}</AlertMessage>
      <a href={href('/')}>Go Back to Home</a>
    </div>
  )
  return site ? <SiteLayout {...site}>{page}</SiteLayout> : <main>{page}</main>
}

type SiteLayoutProps = Omit<Route.ComponentProps['loaderData'], 'edition' | 'origin'> & { children: ReactNode }

function SiteLayout({ person, name, contact, tools, unread = 0, setup, notice, ...rest }: SiteLayoutProps) {
  const landing = useMatches().find((match) => match.id.includes('landing'))
  return (
    <>
      <SkipLink />
      <Navbar
        transparent={landing !== undefined}
        heroPhoto={heroPhotoOf(landing?.loaderData)}
        name={name}
        hasAbout={rest.hasAbout || tools === 'shown'}
        hasValues={rest.hasValues || tools === 'shown'}
        contact={contact}
        controls={
          person ? (
            <Suspense>
              {tools ? <AdminControls tools={tools} userId={person.userId} /> : null}
              <AccountControls accountLink={tools !== 'hidden'} />
            </Suspense>
          ) : null
        }
      >
        {person && tools === 'shown' ? (
          <Suspense>
            <AdminLinks unread={unread} />
          </Suspense>
        ) : null}
      </Navbar>
      <NavigationStatus />
      <RouteAnnouncer />
      <main id="content" tabIndex={-1}>
        {notice ? (
          <Suspense>
            <HealthNotice notice={notice} />
          </Suspense>
        ) : null}
        {rest.children}
      </main>
      <Footer name={name} year={rest.year} contact={contact} isLoggedIn={person !== null} />
      {setup ? (
        <Suspense>
          <SetupLine {...setup} />
        </Suspense>
      ) : null}
      <BackToTop />
    </>
  )
}

/** The hero photo from the loader data of the landing page. Both of its routes have the same loader. */
function heroPhotoOf(loaderData: unknown): PhotoView | null {
  return (loaderData as { hero: PhotoView | null } | undefined)?.hero ?? null
}
