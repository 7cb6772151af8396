import { expect, onTestFinished, test, vi } from 'vitest'
import { FileStoreFailed, DatabaseFailed } from '#portfolio/ports.ts'
import { probeWrite } from '#server/database/health-probe.ts'
import { eachDatabase, openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { healthRoute } from './health.ts'

eachDatabase('a site whose database and file store can be written is healthy', async ({ ports }) => {
  const response = await healthRoute({ ports, probeDatabase: () => probeWrite(ports.db) }).route.request('/healthz')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('ok')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

eachDatabase(
  'a site without its database is unhealthy, and the response gives a short reason',
  async ({ ports, connect, logged }) => {
    const closed = connect()
    await probeWrite(closed)
    await closed.destroy()
    const response = await healthRoute({ ports, probeDatabase: () => probeWrite(closed) }).route.request('/healthz')
    expect(response.status).toBe(503)
    expect(await response.text()).toBe('the database cannot be written')
    expect(response.headers.get('Retry-After')).toBe('5')
    expect(logged).toHaveLength(1)
  },
)

test('a site whose file store cannot be written is unhealthy, and the response gives a short reason', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const probeDatabase = () => probeWrite(ports.db)
  const write = () => Promise.reject(new FileStoreFailed(new Error('ENOSPC: /secret/path'), true))
  const { route } = healthRoute({ ports: { ...ports, files: { ...ports.files, write } }, probeDatabase })
  const response = await route.request('/healthz')
  expect(response.status).toBe(503)
  expect(await response.text()).toBe('files cannot be stored')
  expect(response.headers.get('Retry-After')).toBe('5')
})

test('a database that can be read but not written is unhealthy', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const { route } = healthRoute({
    ports,
    probeDatabase: () => Promise.reject(new DatabaseFailed(new Error('disk is full'), true)),
  })
  expect((await route.request('/healthz')).status).toBe(503)
})

eachDatabase('a check leaves no row in the database', async ({ ports }) => {
  await Promise.all([probeWrite(ports.db), probeWrite(ports.db)])
  expect(await ports.db.selectFrom('authVerification').selectAll().execute()).toEqual([])
})

test('checks within one second probe the database only once', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  let probes = 0
  const { route } = healthRoute({ ports, probeDatabase: async () => void (probes += 1) })
  for (let request = 0; request < 5; request++) await route.request('/healthz')
  expect(probes).toBe(1)
})

eachDatabase('a site whose database can be read is ready until the site stops', async ({ ports }) => {
  const probeDatabase = () => Promise.reject(new DatabaseFailed(new Error('disk is full'), true))
  const { route, stop } = healthRoute({ ports, probeDatabase })
  const ready = await route.request('/readyz')
  expect([ready.status, ready.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  stop()
  const stopping = await route.request('/readyz')
  expect([stopping.status, await stopping.text()]).toEqual([503, 'the site is stopping'])
})

eachDatabase('a site whose database cannot be read is not ready', async ({ ports, connect, logged }) => {
  const closed = connect()
  await probeWrite(closed)
  await closed.destroy()
  const { route } = healthRoute({ ports: { ...ports, db: closed }, probeDatabase: async () => {} })
  const response = await route.request('/readyz')
  expect([response.status, await response.text()]).toEqual([503, 'the database cannot be read'])
  expect(logged).toHaveLength(1)
})
