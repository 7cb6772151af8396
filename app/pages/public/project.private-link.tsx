import { lazy } from 'react'
import { href, isRouteErrorResponse, Link, Outlet } from 'react-router'
import { forwardHeaders } from '#app/requests/responses.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { shouldRevalidateUnlessOnlySearchChanged } from '#app/visitor/navigation/should-revalidate.ts'
import { usePrivateLink } from '#app/visitor/private-link/use-private-link.ts'
import type { Route } from './+types/project.private-link.ts'

const NotFoundMessage = lazy(() => import('#app/ui/not-found-message.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: '', description: '', noindex: true, site: matches[0].loaderData })

export const headers = forwardHeaders

export { loader } from './project.private-link.loader.ts'

export const shouldRevalidate = shouldRevalidateUnlessOnlySearchChanged

/** The nested project page shows the draft. */
export default function PrivateLinkPage({ loaderData, params }: Route.ComponentProps) {
  if (loaderData) return <SharedDraft path={href('/private/:token', params)} state={loaderData.state} />
  return (
    <PageContainer>
      <h1>A project in preparation</h1>
      <p>
        <Link to="?open" reloadDocument>
          Show the project
        </Link>
      </p>
    </PageContainer>
  )
}

function SharedDraft({ path, state }: { path: string; state: string }) {
  usePrivateLink(path, state)
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <NotFoundMessage heading={error.data}>
      {error.status === 404 ? (
        <>
          <p>Please ask the studio for a new one.</p>
          <ArrowLink to={href('/contact')}>Contact</ArrowLink>
        </>
      ) : (
        <ArrowLink to=".">Try Again</ArrowLink>
      )}
    </NotFoundMessage>
  )
}
