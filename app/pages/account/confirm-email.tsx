import { useRef } from 'react'
import { Form, href, redirect } from 'react-router'
import { confirmEmail, showEmailChange } from '#portfolio/one-time-link/change-email.ts'
import { forwardAllHeaders, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/confirm-email.ts'

// Without a canonical link, which would contain the token.
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'E-mail address', description: 'Confirm an address.', noindex: true, site: matches[0].loaderData })

export async function loader({ context, params }: Route.LoaderArgs) {
  const { ports, person, rateLimitKey } = getRequestContext(context)
  return respondWith(await showEmailChange(ports, params.token, { person, clientAddress: rateLimitKey }))
}

export const headers = forwardAllHeaders

export async function action({ context, params }: Route.ActionArgs) {
  const { ports, person, rateLimitKey } = getRequestContext(context)
  const result = await confirmEmail(ports, params.token, { person, clientAddress: rateLimitKey })
  // The change reloads open pages, and the reload discards the action’s result.
  if (result.ok) throw redirect(person ? `${href('/account/email')}?done=email` : `${href('/login')}?done=email`)
  return respondWith(result)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<never>(call)
}

export default function ConfirmEmail({ loaderData, actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  const pending = useFormPending()
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  const refusal = [actionData, loaderData].find((each) => each?.ok === false)
  return (
    <AccountLayout heading="E-mail address">
      {loaderData.ok ? (
        <>
          <p>
            Confirm that <strong>{loaderData.value.email}</strong> is the e-mail address of your account.
          </p>
          <Form method="post">
            <Button ref={button} type="submit" disabled={pending}>
              {pending ? 'Loading' : 'Confirm'}
            </Button>
          </Form>
        </>
      ) : null}
      {refusal ? <AlertMessage>{refusal.message}</AlertMessage> : null}
    </AccountLayout>
  )
}
