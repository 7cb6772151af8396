import { data } from 'react-router'
import { describePage } from '#app/showcase/describe-page.ts'
import { Lost } from '#app/showcase/lost.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import type { Route } from './+types/not-found.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage({
    title: 'Page Not Found',
    description: 'There is nothing at this address.',
    unlisted: true,
    house: matches[0].loaderData,
  })

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <Lost heading="404 - Page Not Found">
      <ArrowLink to="/">Go Back to Home</ArrowLink>
    </Lost>
  )
}
