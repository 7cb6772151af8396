import { serveStatic } from '@hono/node-server/serve-static'

const root = './build/client'

/** Serves scripts, styles and fonts, whose names contain a hash of their content. */
export function serveAssets() {
  return serveStatic({
    root,
    precompressed: true,
    onFound: (_, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
  })
}

/** Serves files whose names stay the same when their content changes, such as icons. */
export function servePublicFiles() {
  return serveStatic({
    root,
    onFound: (_, c) => c.header('Cache-Control', 'public, max-age=3600'),
  })
}
