import { href, Link, redirect, useLocation } from 'react-router'
import { logIn } from '#portfolio/log-in/log-in.ts'
import { credentialsAction } from '#app/requests/credentials-action.ts'
import { forwardHeaders } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { CredentialsForm } from '#app/visitor/account/credentials-form.tsx'
import { PasskeyButton } from '#app/visitor/account/passkey-button.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { safeRedirectPath } from '#app/requests/safe-redirect.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/log-in.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Log in',
    description: 'Log in to your account.',
    path: href('/login'),
    noindex: true,
    site: matches[0].loaderData,
  })

export function loader({ request, context }: Route.LoaderArgs) {
  if (getRequestContext(context).person) throw redirect(safeRedirectPath(request.url))
  return null
}

export const headers = forwardHeaders

export function action({ request, context }: Route.ActionArgs) {
  return credentialsAction(getRequestContext(context), request, logIn)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<never>(call)
}

/** What was done on the previous page, by the search string of its redirect. */
const notices: Readonly<Record<string, string>> = {
  '?done=password': 'Your new password has been set. All sessions of this account have ended.',
  '?done=email': 'Your new address has been confirmed. From now on, log in with it.',
}

export default function LogIn({ actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  const { search } = useLocation()
  return (
    <AccountLayout heading="Log in">
      {actionData || !notices[search] ? null : <StatusMessage>{notices[search]}</StatusMessage>}
      <CredentialsForm
        submit="Log in"
        isNewPassword={false}
        refusal={actionData?.ok === false ? actionData : undefined}
        typedEmail={actionData && 'typedEmail' in actionData ? actionData.typedEmail : ''}
      />
      <PasskeyButton label="Log in with a passkey" action={href('/login/passkey') + search} start={{}} finish={{}} />
      <p>
        <Link to={href('/reset')}>Forgot password?</Link>
      </p>
      <p>
        No account yet? <Link to={{ pathname: href('/signup'), search }}>Sign up instead</Link>
      </p>
    </AccountLayout>
  )
}
