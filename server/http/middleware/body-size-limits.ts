import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { href } from 'react-router'
import { hasToken } from '#app/requests/token-path.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { projectLimits } from '#portfolio/project/project.ts'
import type { AppEnv } from '#server/http/request-variables.ts'
import { isUploadPath } from '#server/http/upload-path.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Enough for all forms except `/create`: the ids of 500 images take 40 KB, the details of a project 120 KB. */
const maxFormBytes = 256 * kilobyte

/** A code point has up to four bytes in UTF-8, each percent-encoded as three characters. */
const maxEncodedBytes = 4 * 3
/** A field's name, an upload's id and the separators. */
const maxFieldBytes = 64
const maxAltBytes = photoLimits.alt * maxEncodedBytes + 2 * maxFieldBytes
const maxProjectTextBytes = (projectLimits.name + projectLimits.details) * maxEncodedBytes
/** A new project has a cover photo and images, each with an upload's id and an alt text: 2 MB, rounded up. */
const maxNewProjectBytes =
  Math.ceil((maxProjectTextBytes + (projectLimits.images + 1) * maxAltBytes) / megabyte) * megabyte

/** The forms of pages with a token contain at most an e-mail address and a password. */
const maxTokenFormBytes = 16 * kilobyte

const maxBytesByPath: Readonly<Record<string, number>> = {
  [href('/login')]: 16 * kilobyte,
  [href('/signup')]: 16 * kilobyte,
  [href('/login/passkey')]: 16 * kilobyte,
  [href('/logout')]: 16 * kilobyte,
  [href('/reset')]: 16 * kilobyte,
  [href('/account/email')]: 16 * kilobyte,
  [href('/people')]: 16 * kilobyte,
  [href('/bin')]: 16 * kilobyte,
  [href('/account')]: 16 * kilobyte,
  [href('/account/verify')]: 16 * kilobyte,
  [href('/contact')]: 128 * kilobyte,
  [href('/create')]: maxNewProjectBytes,
}

/** Refuses a body above its path's limit (413), with or without Content-Length. Uploads have their own limit. */
export function limitBodies(): MiddlewareHandler<AppEnv> {
  const limits = new Map(
    [maxFormBytes, ...Object.values(maxBytesByPath)].map((maxSize) => [
      maxSize,
      // The rest of the body is not read, so the connection cannot be reused.
      bodyLimit({ maxSize, onError: (c) => c.text('The request body is too large.', 413, { Connection: 'close' }) }),
    ]),
  )
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || isUploadPath(c.req.path)) return next()
    const maxBytes = hasToken(c.req.path) ? maxTokenFormBytes : (maxBytesByPath[pageOf(c.req.path)] ?? maxFormBytes)
    // A body of unknown length is buffered before the session is read, so no path has a higher limit for it. Browsers
    // send a length.
    const hasKnownLength = c.req.header('Content-Length') !== undefined && !c.req.header('Transfer-Encoding')
    return limits.get(hasKnownLength ? maxBytes : Math.min(maxBytes, maxFormBytes))?.(c, next)
  }
}

/** The path of the page that React Router finds for a path: in lower case, without trailing `.data` and slashes. */
function pageOf(path: string): string {
  const page = path.toLowerCase()
  let end = page.length
  for (;;) {
    if (page.endsWith('/', end)) end -= 1
    else if (page.endsWith('.data', end)) end -= 5
    else return page.slice(0, end)
  }
}
