import { matchPath, type ServerBuild } from 'react-router'
import type { Topic } from '#portfolio/change-events.ts'

interface PageHandle {
  readonly liveTopics: (params: Readonly<Record<string, string | undefined>>) => readonly Topic[]
}

/** Pages that are the same for every visitor: no pages for admins, and none with a timestamp or token in a form. */
const cachedPaths = ['/', '/index', '/work', '/projects/:projectId', '/about', '/values', '/privacy']

/** The queries that the links of the list have. An unknown sector is redirected, so it takes no memory. */
const cachedQuery = /^\/work\?(sector=[a-z\d-]{1,60}(&order=year)?|order=year)$/

/** Returns the function that finds the topics of a cached page or its `.data`; `null` for every other URL. */
export function cachedUrls({ routes }: ServerBuild): (url: string) => readonly Topic[] | null {
  const pages = Object.values(routes).flatMap((route) => {
    const path = `/${route?.path ?? ''}`
    const isPage = route?.parentId === 'root' && cachedPaths.includes(path)
    return isPage ? [{ path, handle: route.module.handle as PageHandle | undefined }] : []
  })
  return (url) => {
    const pageUrl = url === '/_.data' ? '/' : url.replace(/^([^?]*)\.data(?=$|\?)/, '$1')
    const pathname = pageUrl.replace(cachedQuery, '/work')
    // Another query, a fragment or a % code would be part of the project's id, and so of the topic.
    if (!/^[\w./-]*$/.test(pathname) || pathname.includes('//')) return null
    for (const { path, handle } of pages) {
      const match = matchPath({ path, caseSensitive: true }, pathname)
      if (match?.pathname === pathname) return [...(handle?.liveTopics(match.params) ?? []), 'studio']
    }
    return null
  }
}
