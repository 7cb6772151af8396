import { href, redirect } from 'react-router'
import { getRequestContext } from '#app/requests/request-context.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { ChangeEmail } from '#app/visitor/account/change-email.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import type { Route } from './+types/account.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Account',
    description: 'Your account.',
    path: href('/account'),
    noindex: true,
    site: matches[0].loaderData,
  })

export function loader({ context }: Route.LoaderArgs) {
  const { person } = getRequestContext(context)
  if (!person) throw redirect(`${href('/login')}?next=${href('/account')}`)
  return { email: person.email }
}

export default function Account({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <AccountLayout heading="Account">
      <ChangeEmail email={email} />
    </AccountLayout>
  )
}
