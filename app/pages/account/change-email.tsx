import { data, href, Link, redirect, useLocation } from 'react-router'
import { changeEmail, type EmailChange } from '#portfolio/one-time-link/change-email.ts'
import { requireRecentProof } from '#app/requests/require-recent-proof.ts'
import { readFormData } from '#app/requests/form-data.ts'
import { forwardHeaders, respondWith, statusOf } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { keepOpenPage } from '#app/requests/keep-open-page.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { ChangeEmail } from '#app/visitor/account/change-email.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/change-email.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Change e-mail',
    description: 'Change the e-mail address of your account.',
    path: href('/account/email'),
    noindex: true,
    site: matches[0].loaderData,
  })

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context)
  const { person } = requestContext
  if (!person) throw redirect(`${href('/login')}?next=${href('/account/email')}`)
  await requireRecentProof(context, request)
  return { email: person.email }
}

export const clientLoader = keepOpenPage<Awaited<ReturnType<typeof loader>>>()

export const headers = forwardHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const { ports, person, origin, rateLimitKey: clientAddress } = requestContext
  // Refused before the form is read, so that visitors get no errors about its content.
  if (!person) throw data('Please log in first.', { status: statusOf['no-session'] })
  await requireRecentProof(context, request)
  const email = String((await readFormData(request)).get('email') ?? '')
  const result = await changeEmail(ports, person, { email }, { clientAddress, origin })
  // The change reloads open pages, and the reload discards the action’s result.
  if (result.ok && result.value.isConfirmed) throw redirect(`${href('/account/email')}?done=email`)
  const response = respondWith(result)
  return data({ ...response.data, typedEmail: email }, response.init ?? undefined)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<EmailChange>(call)
}

export default function ChangeEmailPage({ loaderData: { email }, actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  const isChanged = useLocation().search === '?done=email' && !actionData
  if (isChanged || actionData?.ok) {
    return (
      <AccountLayout heading="E-mail address">
        <StatusMessage>
          {actionData?.ok
            ? `A link is on its way to ${actionData.value.email}. Open it within a day to confirm this address.`
            : `From now on, log in with ${email}.`}
        </StatusMessage>
        <p>
          <Link to={href('/account')}>Back to your account</Link>
        </p>
      </AccountLayout>
    )
  }
  return (
    <AccountLayout heading="E-mail address">
      <ChangeEmail
        refusal={actionData}
        typedEmail={actionData && 'typedEmail' in actionData ? actionData.typedEmail : ''}
      />
    </AccountLayout>
  )
}
