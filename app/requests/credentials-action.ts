import { data, redirect } from 'react-router'
import type { Ports } from '#portfolio/ports.ts'
import type { Result } from '#portfolio/result.ts'
import { readFormData } from './form-data.ts'
import { areToolsHidden, toolsCookie } from './hidden-tools.ts'
import type { RequestContext } from './request-context.ts'
import { respondWith } from './responses.ts'
import { safeRedirectPath } from './safe-redirect.ts'

/** A command such as `logIn`: takes a form with e-mail address and password, and returns the session cookies. */
type CredentialsCommand = (
  ports: Ports,
  form: unknown,
  caller: { readonly headers: Headers; readonly clientAddress: string },
) => Promise<Result<{ readonly cookies: readonly string[] }>>

/**
 * The action of log-in, sign-up, invitation and claim; on success it throws a redirect to `to`, or to `?next=`. A
 * refusal returns the submitted e-mail address for the page without JavaScript.
 */
export async function credentialsAction(
  requestContext: RequestContext,
  request: Request,
  command: CredentialsCommand,
  to?: string,
) {
  const { ports, rateLimitKey } = requestContext
  const form = await readFormData(request)
  const result = await command(ports, Object.fromEntries(form), {
    headers: request.headers,
    clientAddress: rateLimitKey,
  })
  if (result.ok) throw redirectAfterLogIn(requestContext, request, result.value.cookies, to)
  const { init } = respondWith(result)
  return data({ ...result, typedEmail: String(form.get('email') ?? '') }, init ?? undefined)
}

/** The response to a log-in: sets the session cookies, shows hidden tools again, redirects to `to` or `?next=`. */
export function redirectAfterLogIn(
  { origin }: RequestContext,
  request: Request,
  cookies: readonly string[],
  to = safeRedirectPath(request.url),
): Response {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  if (areToolsHidden(request.headers)) headers.append('Set-Cookie', toolsCookie({ hidden: false, origin }))
  return redirect(to, { headers })
}
