import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import routes from '#app/routes.ts'
import { openSite } from '#testing/door.ts'
import { openHouse } from '#testing/each-database.ts'
import { standingOf } from '#e2e/standing.ts'
import { settled } from './attack.ts'
import { Siege, stranger, type Answer, type Somebody, type Wish } from './siege.ts'

const everybody: readonly Somebody[] = ['anonymous', 'member', 'admin', 'former admin', 'expired']
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

/** The status for each of `everybody`; a single number is for all of them. Methods that are not named: 404 or 405. */
type Entry = Readonly<Record<string, number | readonly number[]>>

const page: Entry = { GET: 200, HEAD: 200 }
/** Posts of a form that is empty. */
const outsiders = (status: number) => [401, 403, status, 403, 401]
// Whoever is signed in is sent on from the doors.
const entrance: Entry = {
  GET: [200, 302, 302, 302, 200],
  HEAD: [200, 302, 302, 302, 200],
  POST: [422, 302, 302, 302, 422],
  'POST.data': 422,
}
// Data of a page that sends on says where to, under a status of its own.
const dataOf = (entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([method, statuses]) => [
      method,
      entry[`${method}.data`] ?? [statuses].flat().map((status) => (status === 302 ? 202 : status)),
    ]),
  )

const pages: Readonly<Record<string, Entry>> = {
  '/': page,
  '/index': page,
  '/work': { ...page, POST: outsiders(400) },
  '/projects/:projectId': { ...page, POST: outsiders(400) },
  '/about': page,
  '/values': page,
  '/contact': { ...page, POST: 422 },
  '/privacy': page,
  '/signup': entrance,
  '/login': entrance,
  '/logout': { ...page, POST: 302 },
  '/create': { ...page, POST: outsiders(422) },
  '/sitemap.xml': page,
  '/robots.txt': page,
  '/manifest.webmanifest': page,
  '/*': { GET: 404, HEAD: 404 },
}
const doors: Readonly<Record<string, Entry>> = {
  '/photos/:id{[0-9a-f-]{36}}/:recipe/:file{[1-9]\\d{0,4}(-p3)?\\.(avif|webp|jpg)}': { GET: 404, HEAD: 404 },
  '/photos/:id{[0-9a-f-]{36}}/:recipe/:file{og-\\d{1,3}-\\d{1,3}\\.jpg}': { GET: 404, HEAD: 404 },
  '/healthz': page,
  '/live': page,
  '/uploads': { GET: 404, HEAD: outsiders(404), POST: outsiders(400), PATCH: outsiders(415), DELETE: outsiders(404) },
  '/uploads/:id': {
    GET: 404,
    HEAD: outsiders(404),
    POST: outsiders(400),
    PATCH: outsiders(415),
    DELETE: outsiders(404),
  },
}

const pathsOfPages = routes.map(({ path = '', index }) => (index ? '/' : `/${path}`))

describe('the matrix of everybody, every route and every method', () => {
  let siege: Siege
  beforeAll(async () => {
    siege = await Siege.lay()
    await settled(siege)
  }, 120_000)
  afterAll(() => siege.site.close())

  test('every route has its entry, and every entry its route', async () => {
    const { routes: atTheDoor } = await openSite(await openHouse('SQLite'))
    // What stands at the end of the door are the pages; what is asked of everything is no route.
    const own = new Set(atTheDoor.map(({ path }) => path).filter((path) => !path.endsWith('*')))
    expect([...own].sort()).toEqual(Object.keys(doors).sort())
    expect([...pathsOfPages].sort()).toEqual(Object.keys(pages).sort())
  })

  for (const [route, entry] of Object.entries({ ...pages, ...doors })) {
    for (const method of methods) {
      const forms = route in pages && !route.includes('.') ? ['', '.data'] : ['']
      for (const suffix of forms) {
        // Data takes the same way as its page: in the short run, only what may change something.
        const long = suffix !== '' && method !== 'POST'
        test.runIf(inject('hard') || !long)(`${method} ${route}${suffix}`, async () => {
          const known = suffix ? dataOf(entry) : entry
          for (const [n, somebody] of everybody.entries()) await knock(siege, route, suffix, method, somebody, known, n)
        })
      }
    }
  }
})

// A stream has no end to wait for.
async function ask(siege: Siege, path: string, wish: Wish): Promise<Answer> {
  if (path !== '/live' || wish.method !== 'GET') return siege.ask(path, wish)
  const { status, headers, body } = await fetch(siege.site.origin + path, {
    headers: { Cookie: wish.cookie ?? '', 'X-Forwarded-For': stranger() },
  })
  await body?.cancel()
  return { status, headers, text: '' }
}

async function knock(
  siege: Siege,
  route: string,
  suffix: string,
  method: string,
  as: Somebody,
  entry: Entry,
  n: number,
) {
  const expected = entry[method]
  // A log-out is what it is: afterwards that somebody would be nobody.
  const changes = route === '/logout' && method === 'POST'
  const cookie = changes && as !== 'anonymous' && as !== 'expired' ? await siege.logIn(as) : siege.cookies[as]
  const before = await standingOf(siege.site)
  const answer = await ask(siege, pathOf(siege, route, suffix), {
    cookie,
    method,
    ...(method === 'POST' && { form: { nothing: '' } }),
    ...(route.startsWith('/uploads') && { headers: { 'Tus-Resumable': '1.0.0' } }),
  })
  const allowed = expected === undefined ? [404, 405] : [[expected].flat()[n] ?? [expected].flat()[0]]
  expect(allowed, `${as}: ${answer.text.slice(0, 200)}`).toContain(answer.status)
  if (answer.status === 405) expect(answer.headers.get('Allow')).toMatch(/[A-Z]/)
  if (!changes) expect(await standingOf(siege.site)).toEqual(before)
}

function pathOf({ projects }: Siege, route: string, suffix: string): string {
  if (route.startsWith('/photos'))
    return `/photos/${randomUUID()}/v2/${route.includes('og-') ? 'og-50-50.jpg' : '480.webp'}`
  if (route === '/*') return `/nowhere${suffix}`
  const path = route.replace(':projectId', projects[0] ?? '').replace(':id', '0'.repeat(32))
  return suffix && path === '/' ? '/_.data' : path + suffix
}
