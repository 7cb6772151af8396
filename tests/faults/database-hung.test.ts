import { afterAll, beforeAll, expect, test } from 'vitest'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { startPostgres, type Postgres } from '#tests/support/postgres/postgres.ts'

/** The cause in the log of a request that was refused without a query. */
const refusedAtOnce = 'PostgreSQL does not respond'
/** With a query string, so that no page is served from the cache. */
const paths = ['/', '/work', '/projects/thrown', '/about', '/contact', '/work.data', '/sitemap.xml'].map(
  (path) => `${path}?now`,
)

let postgres: Postgres
let site: SiteProcess
// The timeout only ends a test that hangs.
const request = async (path: string) =>
  (await fetch(site.origin + path, { signal: AbortSignal.timeout(60_000) })).status

beforeAll(async () => {
  postgres = await startPostgres()
  site = await SiteProcess.open(null, { DATABASE_URL: postgres.url, SAMPLES: 'off' })
  // Opens several connections, which hang with the server.
  await Promise.all(paths.map(request))
})

afterAll(async () => {
  postgres?.resume()
  await site?.close()
  await postgres?.stop()
})

test('while PostgreSQL hangs, uncached pages are refused, later ones without a query, until it responds', async () => {
  expect(await request('/work')).toBe(200)
  await postgres.suspend()
  expect(await request('/work'), 'a cached page').toBe(200)
  const first = await Promise.all([...paths, ...paths, ...paths].map(request))
  expect(first).toEqual(first.map(() => 503))
  const before = countRefusedAtOnce()
  const later = await Promise.all(Array.from({ length: 20 }, () => request('/work?now')))
  expect(later).toEqual(later.map(() => 503))
  // Each second, one request tries again.
  await expect.poll(() => countRefusedAtOnce() - before).toBeGreaterThanOrEqual(10)
  expect(await request('/login')).toBe(200)
  // The health check reuses a result for a second.
  await expect.poll(() => request('/healthz')).toBe(503)

  postgres.resume()
  await expect.poll(() => request('/work?now')).toBe(200)
  await expect.poll(() => request('/healthz')).toBe(200)
})

const countRefusedAtOnce = () => site.log.split('\n').filter((line) => line.includes(refusedAtOnce)).length
