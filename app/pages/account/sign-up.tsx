import { href, Link, redirect, useLocation } from 'react-router'
import { passwordRule } from '#portfolio/account/password.ts'
import { signUp } from '#portfolio/account/sign-up.ts'
import { credentialsAction } from '#app/requests/credentials-action.ts'
import { forwardHeaders } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { CredentialsForm } from '#app/visitor/account/credentials-form.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { safeRedirectPath } from '#app/requests/safe-redirect.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/sign-up.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Sign up',
    description: 'Create an account.',
    path: href('/signup'),
    noindex: true,
    site: matches[0].loaderData,
  })

export function loader({ request, context }: Route.LoaderArgs) {
  if (getRequestContext(context).person) throw redirect(safeRedirectPath(request.url))
  return null
}

export const headers = forwardHeaders

export function action({ request, context }: Route.ActionArgs) {
  return credentialsAction(getRequestContext(context), request, signUp)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<never>(call)
}

export default function SignUp({ actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  const { search } = useLocation()
  return (
    <AccountLayout heading="Sign up">
      <CredentialsForm
        submit="Sign up"
        isNewPassword
        passwordHint={passwordRule}
        refusal={actionData?.ok === false ? actionData : undefined}
        typedEmail={actionData && 'typedEmail' in actionData ? actionData.typedEmail : ''}
      />
      <p>
        Already have an account? <Link to={{ pathname: href('/login'), search }}>Log in instead</Link>
      </p>
    </AccountLayout>
  )
}
