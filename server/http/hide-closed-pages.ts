import type { LoaderFunction, ServerBuild } from 'react-router'
import { isHiddenWhileClosed } from '#app/requests/closed-site.ts'
import { getRequestContext } from '#app/requests/request-context.ts'

/** While the site is closed, its pages have no data for visitors, except those that `closed-site.ts` lists. */
export function hideClosedPages(pages: ServerBuild): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(pages.routes)) {
    const { loader, default: page } = route?.module ?? {}
    if (!route) continue
    // Routes without a page check by themselves who asks.
    const isPage = page !== undefined && id !== 'root'
    routes[id] = isPage && loader ? { ...route, module: { ...route.module, loader: hideWhileClosed(loader) } } : route
  }
  return { ...pages, routes }
}

function hideWhileClosed(run: LoaderFunction): LoaderFunction {
  return async (args) => {
    const { audience, siteSummary } = getRequestContext(args.context)
    if (audience === 'admins' || !isHiddenWhileClosed(args.pattern)) return run(args)
    // Together, so that an open site waits for no second query. The page has its own message for a failed database.
    const [site, result] = await Promise.allSettled([siteSummary(), run(args)])
    if (site.status === 'fulfilled' && site.value.visibility === 'closed') return null
    if (result.status === 'rejected') throw result.reason
    if (site.status === 'rejected') throw site.reason
    return result.value
  }
}
