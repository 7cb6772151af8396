import { useRef } from 'react'
import { Form, href } from 'react-router'
import { emailLimit } from '#portfolio/account/account.ts'
import { requestReset } from '#portfolio/one-time-link/reset.ts'
import { readFormData } from '#app/requests/form-data.ts'
import { forwardHeaders, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/reset.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'New password',
    description: 'Ask for a link to choose a new password.',
    path: href('/reset'),
    noindex: true,
    site: matches[0].loaderData,
  })

export function loader({ context }: Route.LoaderArgs) {
  return { mailConfigured: getRequestContext(context).ports.mailConfigured }
}

export const headers = forwardHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const { ports, rateLimitKey, origin } = getRequestContext(context)
  const form = await readFormData(request)
  return respondWith(await requestReset(ports, { email: form.get('email') }, { clientAddress: rateLimitKey, origin }))
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<null>(call)
}

export default function Reset({ loaderData: { mailConfigured }, actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  const pending = useFormPending()
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  if (!mailConfigured) {
    return (
      <AccountLayout heading="New password">
        <p>
          This site sends no mail, so it cannot send you a link for a new password. The person who looks after its
          server can make one for you.
        </p>
      </AccountLayout>
    )
  }
  const error = actionData?.ok === false ? actionData : undefined
  return (
    <AccountLayout heading="New password">
      <p>Enter the e-mail address of your account. We will send you a link to choose a new password.</p>
      <Form method="post">
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={emailLimit}
          errorId={error?.fields?.['email'] && 'reset-error'}
          required
        />
        {error ? <AlertMessage id="reset-error">{error.message}</AlertMessage> : null}
        <Button ref={button} type="submit" disabled={pending}>
          {pending ? 'Loading' : 'Send link'}
        </Button>
      </Form>
      <StatusMessage>
        {actionData?.ok && !pending
          ? 'If there is an account with this address, a link is on its way. It works once, for 30 minutes.'
          : null}
      </StatusMessage>
    </AccountLayout>
  )
}
