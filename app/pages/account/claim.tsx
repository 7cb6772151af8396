import { useId } from 'react'
import { data, Form, href, isRouteErrorResponse, Link } from 'react-router'
import { passwordRule } from '#portfolio/account/password.ts'
import { checkClaim, claimSite } from '#portfolio/setup/claim.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { credentialsAction } from '#app/requests/credentials-action.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { forwardHeaders, statusOf } from '#app/requests/responses.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { CredentialsForm } from '#app/visitor/account/credentials-form.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import type { Refusal } from '#portfolio/result.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/claim.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Claim this site', description: '', noindex: true, site: matches[0].loaderData })

export const headers = forwardHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const { ports, person, rateLimitKey } = getRequestContext(context)
  const claim = await checkClaim(ports, params.token, rateLimitKey)
  if (claim.ok) return { email: person?.email ?? null }
  const { code, message, retryAfter } = claim
  throw data(message, { status: statusOf[code], ...(retryAfter && { headers: { 'Retry-After': String(retryAfter) } }) })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  return credentialsAction(
    requestContext,
    request,
    (ports, form, caller) => {
      // The form for people who are not signed in creates an account, even if they have signed in since.
      const person = typeof form === 'object' && form && 'email' in form ? null : requestContext.person
      return claimSite(ports, { token: params.token, person, form }, caller)
    },
    href('/setup/:screen', { screen: 'words' }),
  )
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<never>(call)
}

export default function Claim({ loaderData: { email }, actionData: result, params }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  const refusal = actionData?.ok === false ? actionData : undefined
  return (
    <AccountLayout heading="Claim this site">
      {email === null ? (
        <>
          <p>Create your account. With it, you are the admin of this site and can edit everything on its pages.</p>
          <CredentialsForm
            submit="Claim this site"
            isNewPassword
            passwordHint={passwordRule}
            refusal={refusal}
            typedEmail={actionData && 'typedEmail' in actionData ? actionData.typedEmail : ''}
          />
          <p>
            Already have an account?{' '}
            <Link to={`${href('/login')}?${new URLSearchParams({ next: href('/claim/:token', params) }).toString()}`}>
              Log in instead
            </Link>
          </p>
        </>
      ) : (
        <ClaimForm email={email} refusal={refusal} />
      )}
    </AccountLayout>
  )
}

/** Shown to people who are signed in. */
function ClaimForm({ email, refusal }: { email: string; refusal: Refusal | undefined }) {
  const errorId = useId()
  const pending = useFormPending()
  return (
    <>
      <p>
        You are signed in as {email}. With this account, you become the admin of this site and can edit everything on
        its pages.
      </p>
      <Form method="post">
        {refusal ? <AlertMessage id={errorId}>{refusal.message}</AlertMessage> : null}
        <Button type="submit" disabled={pending}>
          {pending ? 'Loading' : 'Claim this site'}
        </Button>
      </Form>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <AccountLayout heading="Claim this site">
      <AlertMessage>{error.data}</AlertMessage>
      <p>
        <Link to={href('/login')}>Go to the log-in page</Link>
      </p>
    </AccountLayout>
  )
}
