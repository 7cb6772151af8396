import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logOut } from '#portfolio/account/enter.ts'
import type { Change } from '#portfolio/changes.ts'
import type { Channel, Parts } from '#portfolio/parts.ts'
import { openSite, signIn, type Site } from '#testing/door.ts'
import { openHouse } from '#testing/each-database.ts'

const work: Change = { about: 'work' }

/** A house whose channel is counted: how many listen. */
async function open() {
  const house = await openHouse('SQLite')
  const { channel } = house.parts
  let listening = 0
  const subscribe: Channel['subscribe'] = (listen) => {
    listening += 1
    const stop = channel.subscribe(listen)
    let stopped = false
    return () => {
      if (!stopped) listening -= 1
      stopped = true
      stop()
    }
  }
  const parts: Parts = { ...house.parts, channel: { ...channel, subscribe } }
  const site = await openSite(house, undefined, parts)
  return { house, parts, site, listening: () => listening }
}

/** Listens; `next` is the next thing that is said, `null` when the stream has ended. */
async function listen({ ask }: Site, cookie = '') {
  const leave = new AbortController()
  const response = await ask('/live', { signal: leave.signal, headers: cookie ? { cookie } : {} })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  const next = async (): Promise<string | null> => {
    for (;;) {
      const end = said.indexOf('\n\n')
      if (end >= 0) {
        const [event, rest] = [said.slice(0, end), said.slice(end + 2)]
        said = rest
        return event
      }
      const { done, value } = await reader.read()
      if (done) return null
      said += value
    }
  }
  return { response, next, leave: () => leave.abort() }
}

const until = async (holds: () => boolean) => {
  for (let n = 0; n < 400 && !holds(); n++) await wait(10)
  expect(holds()).toBe(true)
}

test('who begins to listen is told the edition, and each change with its own', async () => {
  const { parts, site } = await open()
  const before = parts.channel.edition()
  const { next } = await listen(site)
  expect(await next()).toBe(`id: ${before}\nevent: edition\ndata: ${before}`)
  parts.channel.publish([work, { about: 'project', id: 'p1' }, { about: 'studio' }])
  const events = [await next(), await next(), await next()]
  expect(events.map((event) => event?.split('\n').slice(1))).toEqual([
    ['event: changed', 'data: work'],
    ['event: changed', 'data: project:p1'],
    ['event: changed', 'data: studio'],
  ])
  expect(events[2]).toContain(`id: ${parts.channel.edition()}\n`)
})

test('the stream is kept by nobody on the way, and bears the security headers', async () => {
  const { site } = await open()
  const { response } = await listen(site)
  expect(response.headers.get('Content-Type')).toBe('text/event-stream')
  expect(response.headers.get('Cache-Control')).toBe('no-store, no-transform')
  expect(response.headers.get('X-Accel-Buffering')).toBe('no')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})

test('what happens to a person is heard by that person alone, and names nobody', async () => {
  const { house, parts, site } = await open()
  const [anna, bert] = [await signIn(house, 'anna'), await signIn(house, 'bert')]
  const ears = [await listen(site, anna.cookie), await listen(site, bert.cookie), await listen(site)]
  for (const { next } of ears) await next()
  parts.channel.publish([{ about: 'person', userId: anna.person.userId }, work])
  expect(await ears[0]?.next()).toContain('data: you')
  for (const { next } of ears) expect(await next()).toContain('data: work')
})

test('a log-out is heard in the other tabs of that person', async () => {
  const { house, parts, site } = await open()
  const { person, cookie } = await signIn(house)
  const { next } = await listen(site, cookie)
  await next()
  await logOut(parts, person, new Headers({ cookie }))
  expect(await next()).toContain('data: you')
})

test('while nothing happens, the stream says so every 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { site } = await open()
  const { next } = await listen(site)
  await next()
  vi.advanceTimersByTime(20_000)
  expect(await next()).toMatch(/^:/)
  vi.advanceTimersByTime(40_000)
  expect([await next(), await next()]).toEqual([': ', ': '])
})

test('after half an hour a stream ends: whoever is still there asks again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { site, listening } = await open()
  const { next } = await listen(site)
  await next()
  vi.advanceTimersByTime(30 * 60_000 - 1)
  expect(listening()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await next()).toBeNull()
  expect(listening()).toBe(0)
})

test('who has left is forgotten', async () => {
  const { parts, site, listening } = await open()
  const ears = [await listen(site), await listen(site)]
  await until(() => listening() === 2)
  ears[0]?.leave()
  await until(() => listening() === 1)
  parts.channel.publish([work])
  await ears[1]?.next()
  expect(await ears[1]?.next()).toContain('data: work')
})

test('when the site closes, all streams end', async () => {
  const { site, listening } = await open()
  const ears = await Promise.all([listen(site), listen(site), listen(site)])
  for (const { next } of ears) await next()
  site.endLive()
  for (const { next } of ears) expect(await next()).toBeNull()
  expect(listening()).toBe(0)
})

test('who never reads is dropped, and the others go on hearing', async () => {
  const { parts, site, listening } = await open()
  const { port } = new URL(site.address)
  const deaf = connect(Number(port), '127.0.0.1', () => deaf.write('GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n'))
  deaf.pause()
  onTestFinished(() => void deaf.destroy())
  await until(() => listening() === 1)
  const { next } = await listen(site)
  const hearing = (async () => {
    let heard = 0
    while ((await next()) !== null) heard += 1
    return heard
  })()
  // The system takes some megabytes for a socket that does not read, before anything is left unread here.
  const long: Change = { about: 'project', id: 'x'.repeat(8_000) }
  let told = 0
  while (listening() === 2 && told < 20_000) {
    parts.channel.publish([long])
    told += 1
    if (told % 4 === 0) await wait(0)
  }
  expect(listening()).toBe(1)
  site.endLive()
  expect(await hearing).toBe(told + 1)
  // Its connection is cut, not kept until the end of the stream has been read.
  let last = ''
  deaf.on('data', (bytes) => (last = bytes.toString('latin1').slice(-8)))
  deaf.resume()
  await Promise.race([once(deaf, 'close'), once(deaf, 'error')])
  expect(last).not.toMatch(/0\r\n\r\n$/)
})

test('asked for its head alone, the stream does not stay open', async () => {
  const { site, listening } = await open()
  const response = await site.ask('/live', { method: 'HEAD', signal: AbortSignal.timeout(10_000) })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
  await until(() => listening() === 0)
})
