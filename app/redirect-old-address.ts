import { href, redirect } from 'react-router'
import type { TargetPage } from '#portfolio/old-address/old-address.ts'
import { findOldAddress } from '#portfolio/old-address/show.ts'
import type { RequestContext } from './requests/request-context.ts'

const paths: Readonly<Record<TargetPage, string>> = {
  home: href('/'),
  work: href('/work'),
  about: href('/about'),
  values: href('/values'),
  contact: href('/contact'),
  privacy: href('/privacy'),
}

/**
 * Redirects a document request for an old address to its target, by throwing. Call it only for URLs at which the site
 * shows nothing. While the site is closed, visitors are not redirected, because the targets are hidden from them.
 */
export async function redirectOldAddress(context: RequestContext, request: Request): Promise<void> {
  const { ports, person, audience, isDocument, siteSummary } = context
  if (!isDocument) return
  const target = await findOldAddress(ports.db, new URL(request.url), person?.admin ? 'admins' : 'everyone')
  if (target === null) return
  if (audience !== 'admins' && (await siteSummary()).visibility === 'closed') return
  const to = 'page' in target ? paths[target.page] : href('/projects/:slug', { slug: target.slug })
  // Browsers revalidate the redirect each time, because the list may change.
  throw redirect(to, { status: 301, headers: { 'Cache-Control': person ? 'private, no-cache' : 'no-cache' } })
}
