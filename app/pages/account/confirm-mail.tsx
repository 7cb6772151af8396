import { data, Form, isRouteErrorResponse } from 'react-router'
import { checkTestLink, confirmMail } from '#portfolio/mail/confirm-mail.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { forwardHeaders, orUnavailable, respondWith, statusOf } from '#app/requests/responses.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { useActionResult } from '#app/ui/use-action-result.ts'
import { Button } from '#app/ui/button.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import type { Route } from './+types/confirm-mail.ts'

const heading = 'Test e-mail'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: heading, description: '', noindex: true, site: matches[0].loaderData })

export const headers = forwardHeaders

// Only checks the link. Opening it must not confirm anything, because mail scanners open links too.
export async function loader({ params, context }: Route.LoaderArgs) {
  const { ports } = getRequestContext(context)
  const unavailableMessage = 'The link could not be checked. Please try again in a moment.'
  const link = await orUnavailable(ports, unavailableMessage, checkTestLink(ports, params.token))
  if (!link.ok) throw data(link.message, { status: statusOf[link.code] })
  return link.value
}

export async function action({ params, context }: Route.ActionArgs) {
  const { ports } = getRequestContext(context)
  return respondWith(await confirmMail(ports, params.token))
}

export default function ConfirmMail({ loaderData: { isConfirmed }, actionData }: Route.ComponentProps) {
  const result = useActionResult(actionData)
  return (
    <AccountLayout heading={heading}>
      <StatusMessage>{isConfirmed ? <p>Mail works. You can close this page.</p> : null}</StatusMessage>
      {isConfirmed ? null : (
        <>
          <p>You have received the test e-mail. Press the button to confirm that mail from this site arrives.</p>
          {result?.ok === false ? <AlertMessage>{result.message}</AlertMessage> : null}
          <Form method="post" reloadDocument>
            <Button type="submit">Mail arrives</Button>
          </Form>
        </>
      )}
    </AccountLayout>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <AccountLayout heading={heading}>
      <AlertMessage>{error.data}</AlertMessage>
    </AccountLayout>
  )
}
