import { afterAll, beforeAll, expect, test } from 'vitest'
import { Site } from '#e2e/site.ts'
import { startPostgres, type Postgres } from '#testing/postgres.ts'

/** They need nothing of the database: who comes to log in is told there that it cannot be done. */
const frames = ['/login', '/signup', '/logout']
const read = ['/', '/work', '/projects/thrown', '/about', '/values', '/contact', '/privacy', '/create']

let postgres: Postgres
let site: Site
const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(site.origin + path, { redirect: 'manual', headers: { Origin: site.origin }, ...init })
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), text: await answer.text() }
}

beforeAll(async () => {
  postgres = await startPostgres()
  site = await Site.open(null, { DATABASE_URL: postgres.url, SAMPLES: 'off' })
  await postgres.kill()
})

afterAll(async () => {
  await site?.close()
  await postgres?.stop()
})

test.each([...read, ...read.map((path) => (path === '/' ? '/_.data' : `${path}.data`))])(
  'without its database, %s says when to come back',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 503, retryAfter: '5' })
  },
)

test.each(['/sitemap.xml', '/manifest.webmanifest'])('so does %s, which is no page', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 503, retryAfter: '5' })
})

test('the list and a project say it in their own words', async () => {
  // What a page hands to its own script is read by nobody.
  const drawn = async (path: string) => (await ask(path)).text.replaceAll(/<script[^]*?<\/script>/g, '')
  expect(await drawn('/work')).toContain('The projects could not be loaded just now.')
  expect(await drawn('/projects/thrown')).toContain('Failed to load project data')
  expect(await drawn('/about')).toContain('Something went wrong on our side.')
})

test.each(frames)('%s is drawn, and what is sent to it is refused, not lost', async (path) => {
  expect((await ask(path)).status).toBe(200)
  const body = new URLSearchParams({ email: 'anna@example.com', password: 'teak and travertine' })
  if (path !== '/logout')
    expect(await ask(path, { method: 'POST', body })).toMatchObject({ status: 503, retryAfter: '5' })
})

test('no answer holds a word of what broke, and once the database is back, all is well', async () => {
  for (const path of read)
    expect((await ask(path)).text, path).not.toMatch(/ECONN|postgres|StoreFailed|\.ts\b|at async/i)
  await postgres.revive()
  for (const path of ['/', '/work', '/contact']) expect((await ask(path)).status, path).toBe(200)
})
