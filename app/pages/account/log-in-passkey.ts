import { data } from 'react-router'
import { logInWithPasskey, startPasskeyLogIn } from '#portfolio/passkey/log-in.ts'
import { refused } from '#portfolio/result.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { redirectAfterLogIn } from '#app/requests/credentials-action.ts'
import { readFormData } from '#app/requests/form-data.ts'
import { passkeyCookie, readPasskeyCookie } from '#app/requests/passkey-cookie.ts'
import { readPasskeyResponse } from '#app/requests/passkey-response.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { respondWith } from '#app/requests/responses.ts'
import type { Route } from './+types/log-in-passkey.ts'

/** Without `response`, returns the WebAuthn options for the browser; with it, logs in and redirects to `?next=`. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const { ports, origin, rateLimitKey: clientAddress } = requestContext
  const form = await readFormData(request)
  const { headers } = request
  if (!form.has('response')) {
    const browserId = ports.newId()
    const options = await startPasskeyLogIn(ports, { browserId, clientAddress })
    return respondWith(options, { 'Set-Cookie': passkeyCookie({ browserId, origin }) })
  }
  const response = readPasskeyResponse(form.get('response'))
  if (!response) return respondWith(refused('malformed', 'This request was not understood.'))
  const result = await logInWithPasskey(
    ports,
    { response, browserId: readPasskeyCookie(headers) },
    { headers, clientAddress },
  )
  if (!result.ok) return respondWith(result)
  throw redirectAfterLogIn(requestContext, request, result.value.cookies)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<object>(call)
}

/** This URL has no page. */
export function loader() {
  throw data('404 - Page Not Found', { status: 404 })
}
