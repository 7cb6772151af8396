import { data } from 'react-router'
import { findSharedDraft, showSharedDraft } from '#portfolio/private-link/show.ts'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { orUnavailable } from '#app/requests/responses.ts'
import type { Route } from './+types/project.private-link.ts'

/** The state of the draft; `null` for a link preview in a messaging app, which must not show the draft. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context)
  const { ports } = requestContext
  const draft = await orLinkEnded(ports, findSharedDraft(ports, params.token))
  return isPreview(requestContext, request) ? null : { state: draft.state }
}

/** Loads the draft of a private link, as visitors will see it; `null` for a link preview in a messaging app. */
export async function loadSharedDraft(requestContext: RequestContext, token: string, request: Request) {
  const { ports } = requestContext
  return isPreview(requestContext, request) ? null : orLinkEnded(ports, showSharedDraft(ports, token))
}

async function orLinkEnded<T>(ports: RequestContext['ports'], query: Promise<T | null>): Promise<T> {
  const found = await orUnavailable(ports, 'Failed to load project data', query)
  if (!found) throw data('This link no longer works', { status: 404 })
  return found
}

// Some messaging apps load the page in a browser, which sends `Sec-Fetch-Dest`.
const previewAgents = /bot\b|externalhit|preview|whatsapp|telegram|skype/i

/**
 * Whether the request may come from a messaging app that generates a link preview. All browsers have sent
 * `Sec-Fetch-Dest` since 2023, except to sites without HTTPS; most messaging apps do not. Such a request gets a page
 * that links to `?open`.
 */
function isPreview({ isDocument }: RequestContext, { headers: sent, url }: Request): boolean {
  if (!isDocument || new URL(url).searchParams.has('open')) return false
  return !sent.has('Sec-Fetch-Dest') || previewAgents.test(sent.get('User-Agent') ?? '')
}
