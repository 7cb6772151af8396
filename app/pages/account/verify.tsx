import { href, replace } from 'react-router'
import { hasRecentProof } from '#portfolio/account/recent-proof.ts'
import { provePasskey, provePassword, startProof } from '#portfolio/account/prove.ts'
import { listPasskeys } from '#portfolio/passkey/show.ts'
import { refused } from '#portfolio/result.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { readFormData } from '#app/requests/form-data.ts'
import { readPasskeyResponse } from '#app/requests/passkey-response.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { requireSession } from '#app/requests/require-recent-proof.ts'
import { forwardHeaders, respondWith } from '#app/requests/responses.ts'
import { safePath } from '#app/requests/safe-redirect.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { LogInFirst } from '#app/visitor/account/log-in-first.tsx'
import { VerifyForm } from '#app/visitor/account/verify-form.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/verify.ts'

const heading = 'Confirm that it is you'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: heading, description: '', noindex: true, site: matches[0].loaderData })

export const headers = forwardHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ports } = getRequestContext(context)
  const session = await requireSession(context, request)
  if (hasRecentProof(session, ports.now())) throw replace(pathAfter(request))
  const passkeys = await listPasskeys(ports, session.userId)
  return { email: session.email, hasPasskeys: passkeys.length > 0 }
}

/** Takes the password or a passkey's `response`. `start-passkey` returns the WebAuthn options. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ports, rateLimitKey: clientAddress } = getRequestContext(context)
  const session = await requireSession(context, request)
  const form = await readFormData(request)
  const caller = { headers: request.headers, clientAddress }
  if (form.get('intent') === 'start-passkey') return respondWith(await startProof(ports, session))
  const response = readPasskeyResponse(form.get('response'))
  if (form.has('response') && !response) return respondWith(refused('malformed', 'This request was not understood.'))
  const result = response
    ? await provePasskey(ports, session, response, caller)
    : await provePassword(ports, session, { password: String(form.get('password') ?? '') }, caller)
  if (!result.ok) return respondWith(result)
  throw replace(pathAfter(request))
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<object>(call)
}

function pathAfter(request: Request): string {
  return safePath(new URL(request.url).searchParams.get('to')) ?? href('/account')
}

export default function Verify({ loaderData, actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  return (
    <AccountLayout heading={heading}>
      <p>To continue, please confirm that it is you. You last did so more than ten minutes ago.</p>
      <VerifyForm {...loaderData} refusal={actionData?.ok === false ? actionData : undefined} />
    </AccountLayout>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LogInFirst heading={heading} error={error} />
}
