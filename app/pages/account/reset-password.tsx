import { useId, useRef } from 'react'
import { Form, href, Link, redirect } from 'react-router'
import { passwordLimits, passwordRule } from '#portfolio/account/password.ts'
import { resetPassword, showReset } from '#portfolio/one-time-link/reset.ts'
import type { Refusal } from '#portfolio/result.ts'
import { readFormData } from '#app/requests/form-data.ts'
import { forwardAllHeaders, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/reset-password.ts'

// Without a canonical link, which would contain the token.
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'New password', description: 'Choose a new password.', noindex: true, site: matches[0].loaderData })

export async function loader({ context, params }: Route.LoaderArgs) {
  const { ports, person, rateLimitKey } = getRequestContext(context)
  return respondWith(await showReset(ports, params.token, { person, clientAddress: rateLimitKey }))
}

export const headers = forwardAllHeaders

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const { ports, person, rateLimitKey } = getRequestContext(context)
  const form = await readFormData(request)
  const input = { token, password: String(form.get('password') ?? '') }
  const result = await resetPassword(ports, input, { person, clientAddress: rateLimitKey })
  // The end of the session reloads open pages, and the reload discards the action’s result.
  if (result.ok) throw redirect(`${href('/login')}?done=password`)
  return respondWith(result)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<never>(call)
}

export default function ResetPassword({ loaderData, actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  return (
    <AccountLayout heading="New password">
      {loaderData.ok ? (
        <PasswordForm email={loaderData.value.email} refusal={actionData?.ok === false ? actionData : undefined} />
      ) : (
        <>
          <AlertMessage>{loaderData.message}</AlertMessage>
          <p>
            <Link to={href('/reset')}>Ask for a new link</Link>
          </p>
        </>
      )}
    </AccountLayout>
  )
}

function PasswordForm({ email, refusal }: { email: string; refusal: Refusal | undefined }) {
  const errorId = useId()
  const pending = useFormPending()
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  return (
    <Form method="post">
      {/* Password managers store the password under this address. */}
      <Field label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={passwordLimits.min}
        hint={passwordRule}
        errorId={refusal?.fields?.['password'] && errorId}
        required
      />
      {refusal ? <AlertMessage id={errorId}>{refusal.message}</AlertMessage> : null}
      <Button ref={button} type="submit" disabled={pending}>
        {pending ? 'Loading' : 'Save password'}
      </Button>
    </Form>
  )
}
