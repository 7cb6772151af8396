/**
 * The URLs that are not pages (`routes.ts` has the pages), for the browser and the server. The URLs of derivatives,
 * icons and private links are built from paths in `portfolio/`.
 */
export const endpoints = {
  /** Server-sent events about changes to the site. */
  live: '/live',
  /** Resumable uploads (tus). */
  uploads: '/uploads',
  /** The captions and credits inside the originals of photos, for admins. */
  offeredTexts: '/offered-texts',
} as const

/** Requested by monitoring only; separate from `endpoints`, so that browsers do not download them. */
export const healthChecks = {
  /** Whether the site can serve pages and write data. */
  health: '/healthz',
  /** Whether the site can serve pages and is not stopping. */
  readiness: '/readyz',
} as const

/** Where the log-in form is posted, without and with JavaScript. A device cookie is sent to these paths only. */
export const logInPaths = ['/login', '/login.data'] as const
