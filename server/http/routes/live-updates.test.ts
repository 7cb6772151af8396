import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logOut } from '#portfolio/log-in/log-out.ts'
import type { ChangeEvent } from '#portfolio/change-events.ts'
import type { Ports } from '#portfolio/ports.ts'
import { publishChanges } from '#portfolio/transaction.ts'
import { startTestServer, createSession, type TestServer } from '#tests/support/test-server.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'

const work: ChangeEvent = { about: 'work', audience: 'everyone' }

/** A site, with the number of its open streams. */
async function open(accounts: Partial<Ports['accounts']> = {}) {
  const backend = await openDatabaseBackend('SQLite')
  const ports: Ports = { ...backend.ports, accounts: { ...backend.ports.accounts, ...accounts } }
  const site = await startTestServer(backend, undefined, ports)
  const publish = (...events: readonly ChangeEvent[]) => publishChanges(ports, ...events)
  return { backend, ports, site, publish, countOpen: site.live.countOpen }
}

/** Opens a stream; `next` resolves with the next event, or with `null` after the end. */
async function openStream({ ask }: TestServer, cookie = '', path = '/live') {
  const controller = new AbortController()
  const response = await ask(path, { signal: controller.signal, headers: cookie ? { cookie } : {} })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const [event, rest] = [text.slice(0, end), text.slice(end + 2)]
        text = rest
        return event
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += value
    }
  }
  return { response, next, abort: () => controller.abort() }
}

const until = async (condition: () => boolean) => {
  for (let n = 0; n < 400 && !condition(); n++) await wait(10)
  expect(condition()).toBe(true)
}

test('a new stream gets the current edition, then each change with its edition', async () => {
  const { ports, site, publish } = await open()
  const before = ports.events.edition()
  const { next } = await openStream(site)
  expect(await next()).toBe(`id: ${before}\nretry: 3000\nevent: edition\ndata: ${before}`)
  await publish(work, { about: 'project', id: 'p1', audience: 'everyone' }, { about: 'studio' })
  const events = [await next(), await next(), await next()]
  expect(events.map((event) => event?.split('\n').slice(1))).toEqual([
    ['event: changed', 'data: work'],
    ['event: changed', 'data: project:p1'],
    ['event: changed', 'data: studio'],
  ])
  expect(events[2]).toContain(`id: ${ports.events.edition()}\n`)
})

test('a stream that starts at an edition begins with the later changes that its reader may receive', async () => {
  const { backend, ports, site, publish } = await open()
  const { cookie } = await createSession(backend, 'anna', 'admin')
  const path = `/live?since=${ports.events.edition()}`
  await publish(work, { about: 'inbox' }, { about: 'studio' })
  const [visitor, admin] = [await openStream(site, '', path), await openStream(site, cookie, path)]
  const topics = ['data: work', 'data: studio', `id: ${ports.events.edition()}`]
  for (const topic of topics) expect(await visitor.next()).toContain(topic)
  for (const topic of [topics[0], 'data: inbox', topics[1]]) expect(await admin.next()).toContain(topic)
})

test('if the session ended since the edition, the stream sends an event about its person', async () => {
  const { backend, ports, site } = await open()
  const { person, cookie } = await createSession(backend)
  const path = `/live?since=${ports.events.edition()}`
  await logOut(ports, person, new Headers({ cookie }))
  const { next } = await openStream(site, cookie, path)
  expect(await next()).toMatch(/^id: [^\n]+\nretry: 3000$/)
  expect(await next()).toContain('data: you')
})

test('the last event that the browser received takes precedence over the edition of the page', async () => {
  const { ports, site, publish } = await open()
  const before = ports.events.edition()
  await publish(work)
  const last = ports.events.edition()
  await publish({ about: 'studio' })
  const response = await site.ask(`/live?since=${before}`, { headers: { 'Last-Event-ID': last } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toMatch(/^id: [0-9a-f]{12}\.\d+\nevent: changed\ndata: studio\n\n/)
  await reader?.cancel()
})

test('a stream is not cached or buffered, and has the security headers', async () => {
  const { site } = await open()
  const { response } = await openStream(site)
  expect(response.headers.get('Content-Type')).toBe('text/event-stream')
  expect(response.headers.get('Cache-Control')).toBe('no-store, no-transform')
  expect(response.headers.get('X-Accel-Buffering')).toBe('no')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})

test('an event about a person is sent only to that person, with the topic `you`', async () => {
  const { backend, site, publish } = await open()
  const [anna, bert] = [await createSession(backend, 'anna'), await createSession(backend, 'bert')]
  const streams = [await openStream(site, anna.cookie), await openStream(site, bert.cookie), await openStream(site)]
  for (const { next } of streams) await next()
  await publish({ about: 'person', userId: anna.person.userId }, work)
  const [ofAnna, ...others] = streams
  const event = await ofAnna?.next()
  expect(event).toContain('data: you')
  expect(event).not.toContain(anna.person.userId)
  for (const { next } of others) expect(await next()).toContain('data: work')
})

test('a stream ends after an event about its person, whose role may have changed', async () => {
  const { backend, site, countOpen, publish } = await open()
  const { person, cookie } = await createSession(backend, 'anna', 'admin')
  const { next } = await openStream(site, cookie)
  await next()
  await publish({ about: 'inbox' })
  expect(await next()).toContain('data: inbox')
  await publish({ about: 'person', userId: person.userId }, { about: 'inbox' })
  expect(await next()).toContain('data: you')
  expect(await next()).toBe('retry: 100')
  expect(await next()).toBeNull()
  await until(() => countOpen() === 0)
})

test('a log-out is sent to the open streams of that person', async () => {
  const { backend, ports, site } = await open()
  const { person, cookie } = await createSession(backend)
  const { next } = await openStream(site, cookie)
  await next()
  await logOut(ports, person, new Headers({ cookie }))
  expect(await next()).toContain('data: you')
})

test('an idle stream sends a heartbeat every 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { site } = await open()
  const { next } = await openStream(site)
  await next()
  vi.advanceTimersByTime(20_000)
  expect(await next()).toMatch(/^:/)
  vi.advanceTimersByTime(40_000)
  expect([await next(), await next()]).toEqual([': ', ': '])
})

test('a stream ends after 30 minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { site, countOpen } = await open()
  const { next } = await openStream(site)
  await next()
  vi.advanceTimersByTime(29 * 60_000)
  expect(countOpen()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(countOpen()).toBe(0)
  let last: string | null = ''
  for (let received = 0; received < 100 && last !== null; received++) last = await next()
  expect(last).toBeNull()
})

test('a closed stream is unsubscribed, the others stay open', async () => {
  const { site, countOpen, publish } = await open()
  const streams = [await openStream(site), await openStream(site)]
  await until(() => countOpen() === 2)
  streams[0]?.abort()
  await until(() => countOpen() === 1)
  await publish(work)
  await streams[1]?.next()
  expect(await streams[1]?.next()).toContain('data: work')
})

test('endAll ends all streams, and later ones are refused with 503 and Retry-After', async () => {
  const { site, countOpen } = await open()
  const streams = await Promise.all([openStream(site), openStream(site), openStream(site)])
  for (const { next } of streams) await next()
  site.live.endAll()
  for (const { next } of streams) expect(await next()).toBeNull()
  expect(countOpen()).toBe(0)
  const late = await site.ask('/live')
  expect([late.status, late.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(countOpen()).toBe(0)
})

test('a client that disconnects while its session is read leaves no open stream', async () => {
  let releaseSessions = () => {}
  const sessionsReleased = new Promise<void>((resolve) => (releaseSessions = resolve))
  let reads = 0
  const { site, countOpen } = await open({
    readSession: async () => {
      reads += 1
      await sessionsReleased
      return null
    },
  })
  const { port } = new URL(site.address)
  const clients = Array.from({ length: 20 }, () => {
    const client = connect(Number(port), '127.0.0.1')
    client.write('GET /live HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\n\r\n')
    return client
  })
  await until(() => reads === 20)
  clients.forEach((client) => client.destroy())
  await wait(200)
  releaseSessions()
  const { response, next } = await openStream(site)
  expect(response.status).toBe(200)
  expect(await next()).toContain('event: edition')
  expect(countOpen()).toBe(1)
})

test('HEAD gets the status and Retry-After that a GET would get', async () => {
  const { site, countOpen } = await open()
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(site)))
  for (const method of ['GET', 'HEAD']) {
    const response = await site.ask('/live', { method })
    expect([response.status, response.headers.get('Retry-After')], method).toEqual([429, '60'])
  }
  streams.forEach(({ abort }) => abort())
  await until(() => countOpen() === 0)
  expect((await site.ask('/live', { method: 'HEAD' })).status).toBe(200)
})

test('a client that never reads is disconnected, and the others stay open', async () => {
  const { site, countOpen, publish } = await open()
  const { port } = new URL(site.address)
  const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n'))
  socket.pause()
  onTestFinished(() => void socket.destroy())
  await until(() => countOpen() === 1)
  const { next } = await openStream(site)
  const received = (async () => {
    let count = 0
    for (let event = await next(); event !== null; event = await next()) if (!event.startsWith(':')) count += 1
    return count
  })()
  // The operating system buffers some megabytes for a socket before Node has to.
  const long = { about: 'project', id: 'x'.repeat(8_000), audience: 'everyone' } as const
  let published = 0
  while (countOpen() === 2 && published < 20_000) {
    await publish(long)
    published += 1
    if (published % 4 === 0) await wait(0)
  }
  expect(countOpen()).toBe(1)
  site.live.endAll()
  expect(await received).toBe(published + 1)
  // The connection is destroyed, so bytes that the site had not sent yet never arrive.
  let bytes = 0
  socket.on('data', ({ length }) => (bytes += length))
  socket.resume()
  await Promise.race([once(socket, 'close'), once(socket, 'error')])
  expect(bytes).toBeLessThan(published * long.id.length)
})

test('HEAD does not open a stream', async () => {
  const { site, countOpen } = await open()
  const response = await site.ask('/live', { method: 'HEAD', signal: AbortSignal.timeout(10_000) })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
  await until(() => countOpen() === 0)
})
