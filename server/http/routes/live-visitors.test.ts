import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { publishChanges } from '#portfolio/transaction.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { createSession, startTestServer } from '#tests/support/test-server.ts'

/** A site, for streams of visitors, which bypass Hono. */
async function openSite() {
  const backend = await openDatabaseBackend('SQLite')
  const site = await startTestServer(backend)
  return { backend, site, countOpen: site.live.countOpen }
}

const until = (condition: () => boolean) => expect.poll(condition).toBe(true)

test.each([
  ['another host', 'Host: evil.example\r\n'],
  ['two hosts', 'Host: {host}\r\nHost: {host}\r\n'],
  ['no host', ''],
])('a stream for %s is refused', async (_, lines) => {
  const { site, countOpen } = await openSite()
  const { port, host } = new URL(site.address)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET /live HTTP/1.1\r\n${lines.replaceAll('{host}', host)}\r\n`)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(bytes.toString()).toMatch(/^HTTP\/1\.1 400 /)
  expect(countOpen()).toBe(0)
})

test('a stream requested by a page of another site is refused', async () => {
  const { site, countOpen } = await openSite()
  for (const from of ['cross-site', 'same-site']) {
    expect((await site.ask('/live', { headers: { 'Sec-Fetch-Site': from } })).status).toBe(403)
  }
  expect(countOpen()).toBe(0)
})

test('streams with and without a session share one limit per client, identified by X-Forwarded-For', async () => {
  const { backend, site, countOpen } = await openSite()
  const { cookie } = await createSession(backend)
  const streams = await Promise.all(
    Array.from({ length: 20 }, (_, n) => site.ask('/live', { headers: n % 2 ? { cookie } : {} })),
  )
  for (const sent of ['', cookie]) expect((await site.ask('/live', { headers: { cookie: sent } })).status).toBe(429)
  const other = await site.ask('/live', { headers: { 'X-Forwarded-For': '192.0.2.7' } })
  expect(other.status).toBe(200)
  expect(countOpen()).toBe(21)
  await other.body?.cancel()
  streams.forEach(({ body }) => void body?.cancel())
  await until(() => countOpen() === 0)
})

test('a pipelined stream begins after the earlier response on its connection and gets the changes', async () => {
  const { backend, site, countOpen } = await openSite()
  const { port, host } = new URL(site.address)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  socket.write(['/work', '/live'].map((path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`).join(''))
  await until(() => countOpen() === 1)
  await publishChanges(backend.ports, { about: 'studio' })
  await until(() => text.includes('data: studio'))
  expect(text).toMatch(/^HTTP\/1\.1 200 OK[^]*HTTP\/1\.1 200 OK[^]*event: edition[^]*event: changed\ndata: studio\n\n$/)
})
