import { data, href, redirect, type RouterContextProvider } from 'react-router'
import { hasRecentProof } from '#portfolio/account/recent-proof.ts'
import type { Session } from '#portfolio/ports.ts'
import { getRequestContext } from './request-context.ts'
import { statusOf } from './responses.ts'

export async function findSession(
  context: Readonly<RouterContextProvider>,
  { headers }: Pick<Request, 'headers'>,
): Promise<Session | null> {
  const { ports, person } = getRequestContext(context)
  return person && ports.accounts.readSession(headers)
}

/** Returns the session of the request. Without one, throws a 401 with a message for the page to show. */
export async function requireSession(...args: Parameters<typeof findSession>): Promise<Session> {
  const session = await findSession(...args)
  if (!session) throw data('Please log in first.', { status: statusOf['no-session'] })
  return session
}

/**
 * For loaders and actions that require a recent proof: throws a redirect to the page that asks for the password or a
 * passkey, unless one was used within the last 10 minutes. That page leads back to `to`, by default the page of this
 * request; a download passes the page that contains its link. Returns the session.
 */
export async function requireRecentProof(
  context: Readonly<RouterContextProvider>,
  request: Request,
  to: string = pageOf(request),
): Promise<Session> {
  const session = await requireSession(context, request)
  if (hasRecentProof(session, getRequestContext(context).ports.now())) return session
  throw redirect(`${href('/account/verify')}?${new URLSearchParams({ to }).toString()}`)
}

/**
 * The page that a request is for. A data request appends `.data` to the path, or `_.data` to one that ends with a slash,
 * and adds search parameters of its own.
 */
function pageOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  for (const name of ['_routes', 'index']) searchParams.delete(name)
  const search = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  return pathname.replace(/(\/_)?\.data$/, '') + search
}
