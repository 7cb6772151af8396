import { data, replace } from 'react-router'
import { reloadOtherTabs } from '#app/browser/reload-other-tabs.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { toolsCookie } from '#app/requests/hidden-tools.ts'
import { respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { safeRedirectPath } from '#app/requests/safe-redirect.ts'
import type { Route } from './+types/tools.ts'

/** Hides the admin tools in this browser, or shows them again, and returns to the page in `?next=`. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const form = await readAdminFormData(requestContext, request)
  if (!form.ok) return respondWith(form)
  const hidden = form.value.get('tools') === 'hidden'
  const headers = { 'Set-Cookie': toolsCookie({ hidden, origin: requestContext.origin }) }
  throw replace(safeRedirectPath(request.url), { headers })
}

/** Revalidates the other tabs too, because all tabs of the browser share the cookie. */
export async function clientAction(call: Route.ClientActionArgs) {
  try {
    return await callServerAction<never>(call)
  } catch (redirected) {
    reloadOtherTabs()
    throw redirected
  }
}

/** This URL has no page. */
export function loader() {
  throw data('404 - Page Not Found', { status: 404 })
}
