import { parseCrops } from '#portfolio/derivative/crops-column.ts'
import { expect } from 'vitest'
import { recordEvents } from './record-events.ts'
import { runAttacks, type Attack } from './run-attacks.ts'
import type { Actor, TargetSite, TextResponse } from './target-site.ts'

const outsiders: readonly Actor[] = ['anonymous', 'user', 'former admin', 'expired']

const setOpen = (target: TargetSite, intent: 'open' | 'close') =>
  target.request('/setup/opening.data', { as: 'admin', form: { intent } })

/** Strings that no response of a closed site may contain: ids and names of all projects, and ids of all photos. */
async function secretsOf({ site }: TargetSite): Promise<string[]> {
  const projects = await site.query<{ id: string; name: string }>('select id, name from projects')
  const photos = await site.query<{ id: string }>('select id from photos')
  return [...projects.flatMap(({ id, name }) => [id, name]), ...photos.map(({ id }) => id)]
}

async function picturesOf({ site }: TargetSite): Promise<string[]> {
  const photos = await site.query<{ id: string; made: string; recipe: string; crops: string }>(
    'select id, made, recipe, crops from photos',
  )
  return photos.flatMap(({ id, made, recipe, crops }) => {
    const cropped = parseCrops(crops).flatMap(({ name, widths }) => widths.map((width) => `${name}/${width}.avif`))
    const files = made.split(',').flatMap((width) => ['avif', 'jpg'].map((format) => `${width}.${format}`))
    return [...files, ...cropped, 'og-50-50.jpg'].map((file) => `/photos/${id}/${recipe}/${file}`)
  })
}

const pagesOf = ({ projectIds, projectPaths }: TargetSite) => [
  ...projectPaths,
  '/',
  '/index',
  '/work',
  '/WORK/',
  '/about',
  '/values',
  '/create',
  '/inbox',
  '/studio',
  '/setup/words',
  ...projectIds.flatMap((id) => [`/projects/${id}`, `/PROJECTS/${id}`]),
  '/projects/nobody',
]

/** Pages that a closed site still serves. */
const openPages = ['/contact', '/privacy', '/login', '/signup', '/logout']

/** The status of a page that a closed site still serves, or of a page that does not exist. */
function expectedStatus(path: string, as: Actor): number {
  if (path === '/nowhere') return 404
  const isLoggedIn = as === 'user' || as === 'former admin'
  return isLoggedIn && (path === '/login' || path === '/signup') ? 302 : 200
}

function expectNotRevealed(secrets: readonly string[], path: string, { text }: TextResponse): void {
  const found = secrets.filter((secret) => text.includes(secret) && !path.includes(secret))
  expect(found, path).toEqual([])
}

const crawl: Attack = {
  name: 'every page, picture and data request of a closed site, as each actor who is not an admin',
  isAccepted: true,
  status: [200, 401, 403, 404],
  send: async (target) => {
    const [secrets, pictures, pages] = [await secretsOf(target), await picturesOf(target), pagesOf(target)]
    expect(pictures.length).toBeGreaterThan(10)
    expect((await target.request('/work')).text).toContain(secrets[0])
    expect((await setOpen(target, 'close')).status).toBe(202)
    const responses: TextResponse[] = []
    for (const as of outsiders) {
      for (const path of pages) {
        const response = await target.request(path, { as })
        expect([path, response.status, response.text.includes('Opening soon')]).toEqual([path, 200, true])
        expect(response.text, path).toContain('<meta name="robots" content="noindex"/>')
        expectNotRevealed(secrets, path, response)
        const data = await target.request(path === '/' ? '/_.data' : `${path.replace(/\/$/, '')}.data`, { as })
        expectNotRevealed(secrets, path, data)
        responses.push(response, data)
      }
      for (const path of [...openPages, '/nowhere', '/sitemap.xml', '/manifest.webmanifest']) {
        const response = await target.request(path, { as })
        expect(response.text, path).not.toContain('Opening soon')
        expect(response.status, `${path} as ${as}`).toBe(expectedStatus(path, as))
        expectNotRevealed(secrets, path, response)
      }
      for (const path of pictures) {
        const response = await target.request(path, { as, headers: { 'If-None-Match': '*' } })
        expect(response.status, path).toBe(404)
        expect(response.headers.get('Cache-Control'), path).toBe('no-store')
      }
    }
    const partial = await target.request('/work.data?_routes=pages%2Fpublic%2Fwork')
    expectNotRevealed(secrets, '/work.data?_routes', partial)
    return [...responses, partial]
  },
  verify: async (target) => {
    // Admins see everything.
    const [secret = ''] = await secretsOf(target)
    const work = await target.request('/work', { as: 'admin' })
    expect(work.text).toContain(secret)
    const [picture = ''] = await picturesOf(target)
    const seen = await target.request(picture, { as: 'admin' })
    expect([seen.status, seen.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    const hidden = await target.request('/work', { cookie: `${target.cookies.admin}; enfilade-tools=hidden` })
    expect(hidden.text).toContain('Opening soon')
    expect((await target.request('/sitemap.xml')).text.match(/<loc>[^<]+<\/loc>/g)).toHaveLength(2)
    await setOpen(target, 'open')
    expect((await target.request('/work')).text).toContain(secret)
    expect((await target.request(picture)).headers.get('Cache-Control')).toContain('public')
  },
}

const live: Attack = {
  name: 'changes of projects while the site is closed, which a visitor’s live stream does not report',
  isAccepted: true,
  status: [200, 202],
  send: async (target) => {
    const stream = await recordEvents(target)
    const responses = [
      await setOpen(target, 'close'),
      await target.editProject(0, { intent: 'save-text', field: 'details', text: 'Ash.', version: '1' }),
      await target.editProject(0, { intent: 'withdraw' }),
      await target.editProject(0, { intent: 'publish' }),
      await setOpen(target, 'open'),
    ]
    await expect.poll(stream.topics).toEqual(['studio', 'studio'])
    stream.close()
    return responses
  },
}

const forged: Attack = {
  name: 'requests to open and to close the site, as each actor who is not an admin',
  status: [401, 403],
  send: (target) =>
    Promise.all(
      outsiders.flatMap((as) =>
        ['open', 'close'].map((intent) => target.request('/setup/opening.data', { as, form: { intent } })),
      ),
    ),
}

runAttacks('closed site', [crawl, live, forged])
