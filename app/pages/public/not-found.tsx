import { lazy } from 'react'
import { data, href } from 'react-router'
import { redirectOldAddress } from '#app/redirect-old-address.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import type { Route } from './+types/not-found.ts'

const NotFoundMessage = lazy(() => import('#app/ui/not-found-message.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Page Not Found',
    description: 'There is nothing at this address.',
    noindex: true,
    site: matches[0].loaderData,
  })

export async function loader({ request, context }: Route.LoaderArgs) {
  await redirectOldAddress(getRequestContext(context), request)
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <NotFoundMessage heading="404 - Page Not Found">
      <ArrowLink to={href('/')}>Go Back to Home</ArrowLink>
    </NotFoundMessage>
  )
}
