import { useRef } from 'react'
import { Form, href, Link, redirect, useLocation } from 'react-router'
import { passwordRule } from '#portfolio/account/password.ts'
import { acceptInvitation, showInvitation, signUpWithInvitation } from '#portfolio/one-time-link/accept.ts'
import type { Refusal } from '#portfolio/result.ts'
import { credentialsAction } from '#app/requests/credentials-action.ts'
import { forwardAllHeaders, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { CredentialsForm } from '#app/visitor/account/credentials-form.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { useRootData } from '#app/use-root-data.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/invitation.ts'

// Without a canonical link, which would contain the token.
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Invitation', description: 'Accept an invitation.', noindex: true, site: matches[0].loaderData })

export async function loader({ context, params }: Route.LoaderArgs) {
  const { ports, person, rateLimitKey } = getRequestContext(context)
  return respondWith(await showInvitation(ports, params.token, { person, clientAddress: rateLimitKey }))
}

export const headers = forwardAllHeaders

/** Accepts the invitation for the signed-in account; without a session, creates an account first. */
export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const { ports, person, rateLimitKey } = requestContext
  if (!person) {
    return credentialsAction(requestContext, request, (_, form, caller) =>
      signUpWithInvitation(ports, token, form as Record<string, unknown>, caller),
    )
  }
  const accepted = await acceptInvitation(ports, token, { person, clientAddress: rateLimitKey })
  if (accepted.ok) throw redirect(href('/work'))
  return respondWith(accepted)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<never>(call)
}

export default function Invitation({ loaderData, actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  const { person, name } = useRootData()
  const { pathname } = useLocation()
  const refusal = actionData?.ok === false ? actionData : undefined
  if (!loaderData.ok) {
    return (
      <AccountLayout heading="Invitation">
        <AlertMessage>{loaderData.message}</AlertMessage>
      </AccountLayout>
    )
  }
  return (
    <AccountLayout heading="Invitation">
      <p>{name} invites you to create an account on this site.</p>
      {person ? (
        <AcceptForm email={person.email} refusal={refusal} />
      ) : (
        <>
          <CredentialsForm
            submit="Sign up"
            isNewPassword
            passwordHint={passwordRule}
            refusal={refusal}
            typedEmail={actionData && 'typedEmail' in actionData ? String(actionData.typedEmail) : ''}
            fixedEmail={loaderData.value.email}
          />
          <p>
            Already have an account?{' '}
            <Link to={{ pathname: href('/login'), search: new URLSearchParams({ next: pathname }).toString() }}>
              Log in instead
            </Link>
          </p>
        </>
      )}
    </AccountLayout>
  )
}

function AcceptForm({ email, refusal }: { email: string; refusal: Refusal | undefined }) {
  const pending = useFormPending()
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  return (
    <>
      <p>You are signed in as {email}.</p>
      <Form method="post">
        {refusal ? <AlertMessage>{refusal.message}</AlertMessage> : null}
        <Button ref={button} type="submit" disabled={pending}>
          {pending ? 'Loading' : 'Accept'}
        </Button>
      </Form>
    </>
  )
}
