import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ServerBuild } from 'react-router'
import { sql } from 'kysely'
import { publishCacheUse, traceJob } from '#server/telemetry/channels.ts'
import { openDatabaseBackend, eachDatabase } from '#tests/support/backend/each-database.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts'
import { attributesOf, startOtlpReceiver } from '#tests/support/otlp-receiver.ts'
import type { TestBackend } from '#tests/support/backend/test-backend.ts'
import { startTestServer, type Page } from '#tests/support/test-server.ts'
import { openTelemetry, type OpenTelemetry } from './open.ts'

const token = 'tokentokentokentokentokentokentoken'
const pages = {
  routes: {
    root: { id: 'root', path: '' },
    work: { id: 'work', parentId: 'root', path: 'work' },
    private: { id: 'private', parentId: 'root', path: 'private/:token' },
    claim: { id: 'claim', parentId: 'root', path: 'claim/:token' },
    other: { id: 'other', parentId: 'root', path: '*' },
  },
} as unknown as ServerBuild

async function openObserved(backend: TestBackend, collector: string, page?: Page) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector)
  const site = await startTestServer(backend, page)
  const telemetry = openTelemetry({ server: site.server, pages, app: site, ports: backend.ports })
  onTestFinished(async () => {
    await telemetry.close()
    vi.unstubAllEnvs()
  })
  return { ...site, telemetry }
}

/** One `flush` may end before everything is sent. */
const pollAfterFlush = <T>(telemetry: OpenTelemetry, read: () => T) =>
  expect.poll(async () => {
    await telemetry.flush()
    return read()
  })

eachDatabase('requests and their queries are exported without personal data or tokens', async (backend) => {
  const collector = await startOtlpReceiver()
  const { ports } = backend
  const page: Page = async (request) => {
    await ports.db.selectFrom('outbox').select('id').where('recipient', '=', 'anna@studio.example').execute()
    return new Response('page', { status: request.url.includes('claim') ? 500 : 200 })
  }
  const { ask, telemetry } = await openObserved(backend, collector.url, page)
  await (await ask('/work?sector=private')).text()
  await (await ask(`/private/${token}`)).text()
  await (await ask(`/claim/${token}?a=${token}`, { headers: { cookie: `a=${token}` } })).text()
  await (await ask(`/unknown/${token}`)).text()
  await (await ask(`/photos/${token}`)).text()
  const requests = () => collector.spans().filter(({ name }) => name.startsWith('GET'))
  await pollAfterFlush(telemetry, requests).toHaveLength(5)
  const spans = collector.spans()
  const failed = spans.find(({ name }) => name === 'GET /claim/:token')
  expect(failed && attributesOf(failed)).toEqual({
    'http.request.method': 'GET',
    'url.scheme': 'http',
    'http.route': '/claim/:token',
    'http.response.status_code': 500,
    'error.type': '500',
  })
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['GET /work', 'GET /private/:token', 'GET']))
  const query = spans.find(({ name, parentSpanId }) => name === 'SELECT' && parentSpanId === failed?.spanId)
  expect(query).toMatchObject({ traceId: failed?.traceId })
  await pollAfterFlush(telemetry, () => collector.metric('http.server.request.duration')).toContainEqual({
    attributes: expect.objectContaining({ 'http.route': '/private/:token', 'http.response.status_code': 200 }),
    value: 1,
  })
  expect(collector.metric('db.client.operation.duration')).toContainEqual({
    attributes: expect.objectContaining({ 'db.operation.name': 'SELECT' }),
    value: expect.any(Number),
  })
  const sent = collector.bodies.join('\n')
  for (const secret of [token, 'anna@studio.example', 'sector=', '127.0.0.1', 'cookie'])
    expect(sent).not.toContain(secret)
})

test('metrics of jobs, queues, live streams and the page cache are exported', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const collector = await startOtlpReceiver()
  const { ask, telemetry } = await openObserved(backend, collector.url)
  await traceJob('idle', async () => false)
  await traceJob('derive', async () => true)
  await traceJob('derive', () => Promise.reject(new TypeError(token))).catch(() => {})
  publishCacheUse('hit')
  publishCacheUse('miss')
  const stream = new AbortController()
  onTestFinished(() => stream.abort())
  await ask('/live', { signal: stream.signal })
  const createdAt = new Date().toISOString()
  await sql`insert into outbox (id, kind, state, recipient, subject, text, attempts, "dueAt", "createdAt")
    values ('m', 'test', 'waiting', 'a@b.example', '', '', 0, ${createdAt}, ${createdAt})`.execute(backend.ports.db)
  const value = (name: string) => collector.metric(name).map((point) => point.value)
  await pollAfterFlush(telemetry, () => value('enfilade.live.streams')).toEqual([1])
  expect(value('enfilade.mails.waiting')).toEqual([1])
  expect(value('enfilade.photos.waiting')).toEqual([0])
  expect(collector.metric('enfilade.page_cache.requests')).toEqual([
    { attributes: { 'enfilade.page_cache.result': 'hit' }, value: 1 },
    { attributes: { 'enfilade.page_cache.result': 'miss' }, value: 1 },
  ])
  expect(collector.metric('enfilade.job.duration')).toEqual([
    { attributes: { 'enfilade.job.name': 'derive', 'enfilade.job.outcome': 'success' }, value: 1 },
    {
      attributes: { 'enfilade.job.name': 'derive', 'enfilade.job.outcome': 'failure', 'error.type': 'TypeError' },
      value: 1,
    },
  ])
  expect(collector.bodies.join('\n')).not.toContain(token)
})

test('a collector that refuses connections is logged once for each signal', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const { ask, telemetry } = await openObserved(backend, `http://127.0.0.1:${await findFreePort()}`)
  const failures = () => backend.logged.filter(({ message }) => message.startsWith('telemetry'))
  const requestAndFlush = async () => {
    expect((await ask('/work')).status).toBe(200)
    await telemetry.flush()
    return failures()
  }
  await expect.poll(requestAndFlush).toHaveLength(2)
  await telemetry.flush()
  expect(failures()).toHaveLength(2)
})

test('a collector that never responds delays neither requests nor the shutdown', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const port = await listenOnLoopback(createServer(() => {}))
  const { ask, telemetry } = await openObserved(backend, `http://127.0.0.1:${port}`)
  expect((await ask('/work')).status).toBe(200)
  await telemetry.close()
  expect((await ask('/work')).status).toBe(200)
})
