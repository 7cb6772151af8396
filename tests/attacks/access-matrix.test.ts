import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import routes from '#app/routes.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { markSessionsAsUsed, readSiteState } from '#tests/support/site/site-state.ts'
import { TargetSite, freshClientAddress, type TextResponse, type Actor, type RequestOptions } from './target-site.ts'

const actors: readonly Actor[] = ['anonymous', 'user', 'admin', 'former admin', 'expired']
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

/** The status by method: one for each of `actors`, or one for all. Methods that are left out return 404 or 405. */
type Entry = Readonly<Record<string, number | readonly number[]>>

const page: Entry = { GET: 200, HEAD: 200 }
/** One status for each actor: `status` for the admin, 401 without a session, 403 without the role. */
const adminOnly = (status: number) => [401, 403, status, 403, 401]
/** One status for each actor: `status` with a session, 401 without. */
const signedInOnly = (status: number) => [401, status, status, status, 401]
// Logged-in actors are redirected.
const accountPage: Entry = {
  GET: [200, 302, 302, 302, 200],
  HEAD: [200, 302, 302, 302, 200],
  POST: [422, 302, 302, 302, 422],
  'POST.data': 422,
}
/** The statuses of a page that redirects to the log-in page unless the client has a session. */
const sessionPage = [302, 200, 200, 200, 302]
/** A page that requires a token, requested with one that does not exist. */
const tokenPage: Entry = { GET: 404, HEAD: 404, POST: 404 }
// A data request returns 202 where its page redirects.
const dataEntryOf = (entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([method, statuses]) => [
      method,
      entry[`${method}.data`] ?? [statuses].flat().map((status) => (status === 302 ? 202 : status)),
    ]),
  )

const pages: Readonly<Record<string, Entry>> = {
  '/': page,
  '/index': page,
  '/work': { ...page, POST: adminOnly(400) },
  '/projects/:slug': { ...page, POST: adminOnly(400) },
  '/about': page,
  '/values': page,
  '/contact': { ...page, POST: 422 },
  '/privacy': page,
  '/signup': accountPage,
  '/login': accountPage,
  '/login/passkey': { GET: 404, HEAD: 404, POST: 200 },
  '/logout': { ...page, POST: 302 },
  '/reset': { ...page, POST: 422 },
  '/reset/:token': tokenPage,
  '/invite/:token': tokenPage,
  '/confirm/:token': tokenPage,
  '/private/:token': { GET: 404, HEAD: 404 },
  '/private/:token?index': { GET: 404, HEAD: 404, POST: adminOnly(400) },
  '/account/email': { GET: sessionPage, HEAD: sessionPage, POST: [401, 422, 422, 422, 401] },
  // The site has an admin.
  '/claim/:token': { GET: 404, HEAD: 404, POST: 404 },
  '/confirm-mail/:token': { GET: 404, HEAD: 404, POST: 404 },
  '/account': { GET: signedInOnly(200), HEAD: signedInOnly(200), POST: signedInOnly(400) },
  // Each session has a recent proof, so its requests are redirected.
  '/account/verify': {
    GET: signedInOnly(302),
    HEAD: signedInOnly(302),
    POST: signedInOnly(302),
    'POST.data': signedInOnly(422),
  },
  '/create': { ...page, POST: adminOnly(422) },
  '/tools': { GET: 404, HEAD: 404, POST: adminOnly(302) },
  '/inbox': { ...page, POST: adminOnly(400) },
  '/inbox/export.csv': { GET: adminOnly(200), HEAD: adminOnly(200) },
  '/inbox/export.json': { GET: adminOnly(200), HEAD: adminOnly(200) },
  '/studio': { GET: [401, 403, 200, 403, 401], HEAD: [401, 403, 200, 403, 401], POST: adminOnly(400) },
  '/studio/export.tar': { GET: [401, 403, 200, 403, 401], HEAD: [401, 403, 200, 403, 401] },
  '/studio/health': {
    GET: [401, 403, 200, 403, 401],
    HEAD: [401, 403, 200, 403, 401],
    POST: adminOnly(400),
  },
  // There is no backup yet.
  '/studio/health/backup.tar': { GET: [401, 403, 404, 403, 401], HEAD: [401, 403, 404, 403, 401] },
  '/bin': { GET: [401, 403, 200, 403, 401], HEAD: [401, 403, 200, 403, 401], POST: adminOnly(400) },
  '/history/*': { GET: [401, 403, 200, 403, 401], HEAD: [401, 403, 200, 403, 401], POST: adminOnly(400) },
  '/people': { GET: [401, 403, 200, 403, 401], HEAD: [401, 403, 200, 403, 401], POST: adminOnly(400) },
  '/setup/:screen': { GET: [401, 403, 200, 403, 401], HEAD: [401, 403, 200, 403, 401], POST: adminOnly(400) },
  '/sitemap.xml': page,
  '/robots.txt': page,
  '/manifest.webmanifest': page,
  '/*': { GET: 404, HEAD: 404 },
}
const serverRoutes: Readonly<Record<string, Entry>> = {
  '/photos/:id{[0-9a-f-]{36}}/v3/:file{[a-z]+(-\\d+)?\\.(png|ico)}': { GET: 404, HEAD: 404 },
  // Without a logo, a static file is served.
  '/favicon.ico': page,
  '/photos/:id{[0-9a-f-]{36}}/:recipe/:file{[1-9]\\d{0,4}(-p3)?(-hdr)?\\.(avif|webp|jpg)}': { GET: 404, HEAD: 404 },
  '/photos/:id{[0-9a-f-]{36}}/:recipe/:crop{\\d{1,2}x\\d{1,2}-\\d{1,3}-\\d{1,3}}/:file{[1-9]\\d{0,4}(-p3)?(-hdr)?\\.(avif|webp|jpg)}':
    {
      GET: 404,
      HEAD: 404,
    },
  '/photos/:id{[0-9a-f-]{36}}/:recipe/:file{og-\\d{1,3}-\\d{1,3}\\.jpg}': { GET: 404, HEAD: 404 },
  '/private/:token/state': { GET: 404, HEAD: 404 },
  // Openings by admins are not counted, so the link is not looked up.
  '/private/:token/opened': { GET: 404, HEAD: 404, POST: [404, 404, 200, 404, 404] },
  '/private/:token/photos/:id{[0-9a-f-]{36}}/:recipe/:file{[1-9]\\d{0,4}(-p3)?(-hdr)?\\.(avif|webp|jpg)}': {
    GET: 404,
    HEAD: 404,
  },
  '/private/:token/photos/:id{[0-9a-f-]{36}}/:recipe/:crop{\\d{1,2}x\\d{1,2}-\\d{1,3}-\\d{1,3}}/:file{[1-9]\\d{0,4}(-p3)?(-hdr)?\\.(avif|webp|jpg)}':
    { GET: 404, HEAD: 404 },
  '/healthz': page,
  '/readyz': page,
  '/live': page,
  '/uploads': { GET: 404, HEAD: adminOnly(404), POST: adminOnly(400), PATCH: adminOnly(415), DELETE: adminOnly(404) },
  '/uploads/:id': {
    GET: 404,
    HEAD: adminOnly(404),
    POST: adminOnly(400),
    PATCH: adminOnly(415),
    DELETE: adminOnly(404),
  },
  '/uploads/:id/examination': { POST: adminOnly(404) },
  '/offered-texts/:id': { GET: adminOnly(404), HEAD: adminOnly(404) },
}

// Forms of an index route nested in another route are sent to the path with `?index`.
const pagePaths = routes.flatMap(({ path = '', index, children = [] }) => [
  index ? '/' : `/${path}`,
  ...children.map(() => `/${path}?index`),
])

describe('access matrix: every route, method and actor', () => {
  let target: TargetSite
  beforeAll(async () => {
    target = await TargetSite.open(inject('preparedTarget'))
  }, 600_000)
  afterAll(() => target.close())

  test('every route has an entry, and every entry has a route', async () => {
    const { routes: registered } = await startTestServer(await openDatabaseBackend('SQLite'))
    // Paths that end with a star belong to the pages or to middleware.
    const own = new Set(registered.map(({ path }) => path).filter((path) => !path.endsWith('*')))
    expect([...own].sort()).toEqual(Object.keys(serverRoutes).sort())
    expect([...pagePaths].sort()).toEqual(Object.keys(pages).sort())
  })

  for (const [route, entry] of Object.entries({ ...pages, ...serverRoutes })) {
    for (const method of methods) {
      const suffixes = route in pages && !route.includes('.') ? ['', '.data'] : ['']
      for (const suffix of suffixes) {
        // A data request runs the same code as its page, so outside hard mode only those that can change data are tested.
        const isHardOnly = suffix !== '' && method !== 'POST'
        test.runIf(inject('isHardMode') || !isHardOnly)(
          `${method} ${route}${suffix} returns the expected status for each actor`,
          async () => {
            const expected = suffix ? dataEntryOf(entry) : entry
            for (const [index, actor] of actors.entries())
              await checkAccess(target, route, suffix, method, actor, expected, index)
          },
        )
      }
    }
  }
})

// A live stream does not end, so only its head is read.
async function sendRequest(target: TargetSite, path: string, input: RequestOptions): Promise<TextResponse> {
  if (path !== '/live' || input.method !== 'GET') return target.request(path, input)
  const { status, headers, body } = await fetch(target.site.origin + path, {
    headers: { Cookie: input.cookie ?? '', 'X-Forwarded-For': freshClientAddress() },
  })
  await body?.cancel()
  return { status, headers, text: '' }
}

async function checkAccess(
  target: TargetSite,
  route: string,
  suffix: string,
  method: string,
  as: Actor,
  entry: Entry,
  index: number,
) {
  const expected = entry[method]
  // Logging out ends the session, so a new one is used.
  const isLogOut = route === '/logout' && method === 'POST'
  const cookie = isLogOut && as !== 'anonymous' && as !== 'expired' ? await target.logIn(as) : target.cookies[as]
  await markSessionsAsUsed(target.site)
  const before = await readSiteState(target.site, target.bucket)
  const response = await sendRequest(target, pathOf(target, route, suffix), {
    cookie,
    method,
    ...(method === 'POST' && { form: { nothing: '' } }),
    ...(route.startsWith('/uploads') && { headers: { 'Tus-Resumable': '1.0.0' } }),
  })
  const allowed = expected === undefined ? [404, 405] : [[expected].flat()[index] ?? [expected].flat()[0]]
  expect(allowed, `${as}: ${response.text.slice(0, 200)}`).toContain(response.status)
  if (response.status === 405) expect(response.headers.get('Allow')).toMatch(/[A-Z]/)
  if (!isLogOut) expect(await readSiteState(target.site, target.bucket)).toEqual(before)
}

function pathOf({ projectPaths }: TargetSite, route: string, suffix: string): string {
  if (route.startsWith('/photos')) {
    if (route.includes(':crop')) return `/photos/${randomUUID()}/v3/4x5-50-50/485.avif`
    const file = route.includes('og-') ? 'og-50-50.jpg' : route.includes('ico)') ? 'icon-32.png' : '485.avif'
    return `/photos/${randomUUID()}/v3/${file}`
  }
  if (route === '/*') return `/nowhere${suffix}`
  const path = route
    .replace('/projects/:slug', projectPaths[0])
    .replace(':id', '0'.repeat(32))
    .replace(':token', '0'.repeat(32))
    .replace(':screen', 'words')
    .replace('*', 'studio/city')
  return suffix && path === '/' ? '/_.data' : path.replace(/(?=\?)|$/, suffix)
}
