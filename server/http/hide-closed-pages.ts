import type { LoaderFunction, ServerBuild } from 'react-router'
import { isHiddenWhileClosed } from '#app/requests/closed-site.ts'
import { getRequestContext } from '#app/requests/request-context.ts'

/** While the site is closed, page loaders return no data to visitors, except for the pages in `closed-site.ts`. */
export function hideClosedPages(pages: ServerBuild): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(pages.routes)) {
    const { loader, default: page } = route?.module ?? {}
    if (!route) continue
    // Routes without a component check the audience themselves.
    const isPage = page !== undefined && id !== 'root'
    routes[id] = isPage && loader ? { ...route, module: { ...route.module, loader: hideWhileClosed(loader) } } : route
  }
  return { ...pages, routes }
}

function hideWhileClosed(run: LoaderFunction): LoaderFunction {
  return async (args) => {
    const { audience, siteSummary, forbidStoring } = getRequestContext(args.context)
    if (audience === 'admins' || !isHiddenWhileClosed(args.pattern)) return run(args)
    // Concurrently, so that pages of an open site do not wait for a second query. If both fail, the page's own error is
    // thrown, because a page has its own message for a failed database.
    const [site, result] = await Promise.allSettled([siteSummary(), run(args)])
    if (site.status === 'fulfilled' && site.value.visibility === 'closed') {
      // Otherwise made-up URLs would fill the page cache.
      if (result.status === 'rejected') forbidStoring()
      return null
    }
    if (result.status === 'rejected') throw result.reason
    if (site.status === 'rejected') throw site.reason
    return result.value
  }
}
