import { matchPath, type href } from 'react-router'
import { photosPath } from '#portfolio/derivative/derivatives.ts'
import type { FindPathOwner, TargetPage } from '#portfolio/old-address/old-address.ts'
import { privateLinkPath } from '#portfolio/private-link/private-link.ts'
import { endpoints, healthChecks } from './endpoints.ts'

type Pattern = Parameters<typeof href>[0]

/**
 * All pages in `routes.ts` except projects and the not-found page; a missing one is a type error. The value names the
 * page if an old address can lead to it.
 */
const pages: Readonly<Record<Exclude<Pattern, '/*' | '/projects/:slug'>, TargetPage | null>> = {
  '/': 'home',
  '/index': 'home',
  '/work': 'work',
  '/about': 'about',
  '/values': 'values',
  '/contact': 'contact',
  '/privacy': 'privacy',
  '/signup': null,
  '/login': null,
  '/login/passkey': null,
  '/logout': null,
  '/reset': null,
  '/reset/:token': null,
  '/invite/:token': null,
  '/private/:token': null,
  '/studio/export.tar': null,
  '/confirm/:token': null,
  '/account': null,
  '/account/verify': null,
  '/account/email': null,
  '/claim/:token': null,
  '/confirm-mail/:token': null,
  '/create': null,
  '/tools': null,
  '/inbox': null,
  '/inbox/export.csv': null,
  '/inbox/export.json': null,
  '/studio': null,
  '/studio/health': null,
  '/studio/health/backup.tar': null,
  '/bin': null,
  '/history/*': null,
  '/people': null,
  '/setup/:screen': null,
  '/sitemap.xml': null,
  '/manifest.webmanifest': null,
  '/robots.txt': null,
}

/** The URLs of photos, scripts and icons, including the files in `public/`. */
const filePatterns = [
  `${photosPath}/:id/:recipe/*`,
  `${privateLinkPath satisfies Pattern}/*`,
  '/assets/*',
  '/icons/*',
  '/favicon.ico',
  '/favicon.svg',
]

const otherPatterns = [...filePatterns, ...Object.values({ ...endpoints, ...healthChecks }).map((path) => `${path}/*`)]

/** What owns a path of the site; `null` if the path is free. A path that ends in `.data` loads the data of a page. */
export const findPathOwner: FindPathOwner = (path) => {
  const project = matchPath('/projects/:slug' satisfies Pattern, path)?.params.slug
  if (project !== undefined) return { project }
  const page = Object.entries(pages).find(([pattern]) => matchPath(pattern, path))
  if (page) return page[1] === null ? 'other' : { page: page[1] }
  const isOther = path.toLowerCase().endsWith('.data') || otherPatterns.some((pattern) => matchPath(pattern, path))
  return isOther ? 'other' : null
}
