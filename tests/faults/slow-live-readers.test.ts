import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { endpoints } from '#app/endpoints.ts'
import { measureMemory } from '#tests/support/measure-memory.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import type { FaultContext } from './fault.ts'
import { runFaults } from './run-faults.ts'
import { assert, waitUntil } from './site-fixture.ts'

const maxStreamsPerClient = 20
/** Together larger than the operating system's socket buffer, but fewer than the site keeps. */
const longChangeCount = 900
const longId = 'x'.repeat(16 * 1024)
const keptChangeCount = 1_000
/** The long changes take 14 MB, some of it in the buffers of the operating system. */
const maxKeptMb = 4

runFaults('slow readers of the live stream', [
  {
    name: 'slow readers · all are disconnected, their memory is released, and one that reconnects gets what it missed',
    run: disconnectSlowReaders,
  },
])

async function disconnectSlowReaders({ site }: FaultContext): Promise<void> {
  await publish(site, 1, 'studio')
  const before = await measureMemory(site)
  const slow = await Promise.all(Array.from({ length: maxStreamsPerClient }, () => openSlowReader(site)))
  try {
    assert((await statusOfNextStream(site)) === 429, 'the streams of the slow readers are not open')
    await publish(site, longChangeCount, `project:${longId}`)
    assert((await statusOfNextStream(site)) === 200, 'the slow readers were not disconnected')

    const [first, ...others] = slow
    const received = await readToEnd(first)
    assert(received.length < longChangeCount * longId.length, 'a slow reader got everything')
    const last = [...received.matchAll(/^id: (\S+)\nevent: changed\ndata: project:x+\n\n/gm)].at(-1)?.[1] ?? ''
    const missed = await readFirstEvents(site, last)
    assert(missed.includes('event: changed\ndata: project:x'), `the missed change was not sent after ${last}`)
    assert(missed.includes(`id: ${await readEdition(site)}\n`), 'the missed change does not have the latest edition')

    // The site keeps the latest 1,000 changes, so these replace the long ones.
    await publish(site, keptChangeCount, 'work')
    const kept = (await measureMemory(site)).usedMb - before.usedMb
    assert(kept < maxKeptMb, `${kept.toFixed(1)} MB are kept`)
    for (const socket of others)
      assert((await readToEnd(socket)).length < longChangeCount * longId.length, 'a slow reader was not disconnected')
  } finally {
    for (const socket of slow) socket.destroy()
  }
}

/** Opens a stream and reads nothing after its first event. */
async function openSlowReader({ port }: SiteProcess): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${endpoints.live} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
  await once(socket, 'data')
  return socket.pause()
}

/** Reads everything that a socket receives until it is closed. */
async function readToEnd(socket: Socket | undefined): Promise<string> {
  const received: Buffer[] = []
  socket?.on('error', () => {}).on('data', (bytes) => received.push(bytes))
  socket?.resume()
  if (socket && !socket.closed) await once(socket, 'close')
  return Buffer.concat(received).toString('latin1')
}

/** Stores changes, as another process does, and waits until the site has delivered them. */
async function publish(site: SiteProcess, count: number, topic: string): Promise<void> {
  const [about, id] = topic.split(':')
  const event = JSON.stringify({ about, ...(id && { id }), audience: 'everyone' })
  site.sql(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
     insert into changes select number + n, ? from changeCounter, numbers`,
    count,
    event,
  )
  site.sql('update changeCounter set number = number + ?', count)
  const [counter] = site.sql<{ number: number }>('select number from changeCounter')
  await waitUntil('the changes are delivered', async () => (await readEdition(site)).endsWith(`.${counter?.number}`))
}

async function readEdition(site: SiteProcess): Promise<string> {
  return /^id: (.+)$/m.exec(await readFirstEvents(site, ''))?.[1] ?? ''
}

/** The first events of a stream of another client, which reconnects after the event with this id. */
async function readFirstEvents(site: SiteProcess, lastEventId: string): Promise<string> {
  const headers = { 'X-Forwarded-For': '192.0.2.1', 'Last-Event-ID': lastEventId }
  const response = await fetch(site.origin + endpoints.live, { headers })
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes).toString('latin1')
    // An event without a type follows the missed changes.
    if (/^id: [^\n]+\nretry: \d+\n\n/m.test(text) || text.includes('event: edition')) break
  }
  return text
}

/** The status that the slow readers' client gets for another stream. */
async function statusOfNextStream(site: SiteProcess): Promise<number> {
  return (await fetch(site.origin + endpoints.live, { method: 'HEAD' })).status
}
