import { afterAll, beforeAll, expect, test } from 'vitest'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { startPostgres, type Postgres } from '#tests/support/postgres/postgres.ts'

/** Pages that read nothing from the database. */
const staticPages = ['/login', '/signup', '/logout']
const credentialPages = ['/login', '/signup']
const databasePages = ['/', '/work', '/projects/thrown', '/about', '/values', '/contact', '/privacy', '/create']

let postgres: Postgres
let site: SiteProcess
const request = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(site.origin + path, { redirect: 'manual', headers: { Origin: site.origin }, ...init })
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), text: await response.text() }
}

beforeAll(async () => {
  postgres = await startPostgres()
  site = await SiteProcess.open(null, { DATABASE_URL: postgres.url, SAMPLES: 'off' })
  await postgres.kill()
})

afterAll(async () => {
  await site?.close()
  await postgres?.stop()
})

test.each([...databasePages, ...databasePages.map((path) => (path === '/' ? '/_.data' : `${path}.data`))])(
  'without the database, %s returns 503 with Retry-After',
  async (path) => {
    expect(await request(path)).toMatchObject({ status: 503, retryAfter: '5' })
  },
)

test.each(['/sitemap.xml', '/manifest.webmanifest'])(
  'without the database, %s returns 503 with Retry-After',
  async (path) => {
    expect(await request(path)).toMatchObject({ status: 503, retryAfter: '5' })
  },
)

test('without the database, the list and a project show their own error message', async () => {
  // Scripts contain the page data, which is not visible text.
  const visibleText = async (path: string) => (await request(path)).text.replaceAll(/<script[^]*?<\/script>/g, '')
  expect(await visibleText('/work')).toContain('The projects could not be loaded.')
  expect(await visibleText('/projects/thrown')).toContain('Failed to load project data')
  expect(await visibleText('/about')).toContain('Something went wrong on our side.')
})

test.each(staticPages)('without the database, %s is served', async (path) => {
  expect((await request(path)).status).toBe(200)
})

test.each(credentialPages)('without the database, credentials sent to %s get 503 with Retry-After', async (path) => {
  const body = new URLSearchParams({ email: 'anna@example.com', password: 'teak and travertine' })
  expect(await request(path, { method: 'POST', body })).toMatchObject({ status: 503, retryAfter: '5' })
})

test('no response reveals the cause, and pages are served once the database is back', async () => {
  for (const path of databasePages)
    expect((await request(path)).text, path).not.toMatch(/ECONN|postgres|DatabaseFailed|StoreFailed|\.ts\b|at async/i)
  await postgres.restart()
  for (const path of ['/', '/work', '/contact']) expect((await request(path)).status, path).toBe(200)
})
