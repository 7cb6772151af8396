import { afterAll, beforeAll, expect, test } from 'vitest'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { startPostgres, type Postgres } from '#tests/support/postgres/postgres.ts'

/** A request waits at most 2 s for a connection and 3 s for a statement; the rest is for a busy machine. */
const maxResponseMs = 15_000
/** For the median: each second, one request still waits for the database, and the others fail at once. */
const maxFailFastMs = 2_000
/** With a query string, so that no page is served from the cache. */
const paths = ['/', '/work', '/projects/thrown', '/about', '/contact', '/work.data', '/sitemap.xml'].map(
  (path) => `${path}?now`,
)

let postgres: Postgres
let site: SiteProcess
let clients = 0
/** From a new client address: the pages of one client are rendered two at a time. */
const request = async (path: string) => {
  const startedAt = performance.now()
  const headers = { 'X-Forwarded-For': `192.0.2.${(clients += 1) % 256}` }
  const { status } = await fetch(site.origin + path, { headers, signal: AbortSignal.timeout(60_000) })
  return { status, ms: performance.now() - startedAt }
}

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

test('while PostgreSQL hangs, uncached pages fail within seconds, later ones at once, until it responds', async () => {
  expect((await request('/work')).status).toBe(200)
  await postgres.suspend()
  expect((await request('/work')).status, 'a cached page').toBe(200)
  for (const { status, ms } of await Promise.all([...paths, ...paths, ...paths].map(request))) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(maxResponseMs)
  }
  const times: number[] = []
  for (let n = 0; n < 20; n++) times.push((await request('/work?now')).ms)
  expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(maxFailFastMs)
  expect((await request('/login')).status).toBe(200)
  // The health check reuses a result for a second.
  await expect.poll(async () => (await request('/healthz')).status).toBe(503)

  postgres.resume()
  await expect.poll(async () => (await request('/work?now')).status).toBe(200)
  await expect.poll(async () => (await request('/healthz')).status).toBe(200)
})
