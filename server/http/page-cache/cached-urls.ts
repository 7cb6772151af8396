import { matchPath, type ServerBuild } from 'react-router'
import type { Topic } from '#portfolio/change-events.ts'

interface PageHandle {
  readonly liveTopics: (params: Readonly<Record<string, string | undefined>>, data: null) => readonly Topic[]
}

/** Pages that are the same for every visitor: no pages for admins, and none with a timestamp or token in a form. */
const cachedPaths = ['/', '/index', '/work', '/projects/:slug', '/about', '/values', '/privacy']

/** The queries in the links of the project list. An unknown sector is redirected, so it takes no memory. */
const cachedQuery = /^\/work\?(sector=[a-z\d-]{1,60}(&order=year)?(&view=index)?|order=year(&view=index)?|view=index)$/

/** Finds the topics of a cached page or its `.data`, except those that its loader adds; `null` for every other URL. */
export function cachedTopicsFinder({ routes }: ServerBuild): (url: string) => readonly Topic[] | null {
  const pages = Object.values(routes).flatMap((route) => {
    const path = `/${route?.path ?? ''}`
    const isPage = route?.parentId === 'root' && cachedPaths.includes(path)
    return isPage ? [{ path, handle: route.module.handle as PageHandle | undefined }] : []
  })
  return (url) => {
    const pageUrl = url === '/_.data' ? '/' : url.replace(/^([^?]*)\.data(?=$|\?)/, '$1')
    const pathname = pageUrl.replace(cachedQuery, '/work')
    // Otherwise one page could fill the cache under many URLs.
    if (!/^[\w./%-]*$/.test(pathname) || pathname.includes('//') || !isEncodedOnce(pathname)) return null
    for (const { path, handle } of pages) {
      const match = matchPath({ path, caseSensitive: true }, pathname)
      if (match?.pathname === pathname) return [...(handle?.liveTopics(match.params, null) ?? []), 'studio']
    }
    return null
  }
}

/** Whether the URL is percent-encoded exactly as browsers encode it. */
function isEncodedOnce(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return encodeURI(decodeURI(url)) === url
  } catch {
    return false
  }
}
