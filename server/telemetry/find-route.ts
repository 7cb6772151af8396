import type { ServerBuild } from 'react-router'
import { matchRoutes, type RouteObject } from 'react-router'

interface HonoRoute {
  readonly path: string
}

/** Finds the pattern of a path, such as `/projects/:slug`, and never the path itself, which may contain a token. */
export function routeFinder(honoRoutes: readonly HonoRoute[], build: Pick<ServerBuild, 'routes'>) {
  const pages = childrenOf(build.routes, undefined)
  const others = [...new Set(honoRoutes.map(({ path }) => path))]
    .filter((path) => !/^\/?\*$/.test(path))
    .map((path) => ({ path, pattern: toPattern(path) }))
  return (url: string): string | undefined => {
    const [pathname = ''] = url.split('?', 1)
    const other = others.find(({ pattern }) => pattern.test(pathname))
    if (other) return other.path
    const page = pathname === '/_.data' ? '/' : pathname.replace(/\.data$/, '')
    const path = (safeMatch(pages, page) ?? []).map(({ route }) => route.path ?? '').filter(Boolean)
    const pattern = `/${path.join('/').replace(/^\/+/, '')}`
    return pattern === '/*' || (pattern === '/' && page !== '/') ? undefined : pattern
  }
}

function safeMatch(pages: RouteObject[], path: string) {
  try {
    return matchRoutes(pages, path)
  } catch {
    return null
  }
}

function childrenOf(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id = '', path = '', index } = route ?? {}
      return index ? { id, path, index: true as const } : { id, path, children: childrenOf(routes, id) }
    })
}

/** Turns a path of Hono, such as `/photos/:id{[a-z]+}/*`, into a regular expression. */
function toPattern(path: string): RegExp {
  const source = path
    .split(/(:\w+(?:\{[^/]*\})?\??|\*)/)
    .map((part, n) => (n % 2 === 0 ? RegExp.escape(part) : part === '*' ? '.*' : '[^/]+'))
    .join('')
  return new RegExp(`^${source}$`)
}
