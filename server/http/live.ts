import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { mayHear, topicOf, type Listener } from '#portfolio/changes.ts'
import { networkOf } from './client-address.ts'
import type { Doorway, Entering } from './doorway.ts'
import { securityHeaders } from './security.ts'

const heartbeatMs = 20_000
const lifetimeMs = 30 * 60_000
/** Who has that many bytes unread is not reading. */
const mostUnread = 64 * 1024
const mostOfOne = 20
const mostInAll = 10_000

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** The open streams, and the way to end them all: a server does not close while one is open. */
export interface LiveDoor {
  readonly door: Hono<Entering>
  endAll(): void
}

/** `GET /live`: tells open pages *that* something changed. Raw writes: half the time and memory of a stream each. */
export function liveDoor({ parts, origin }: Pick<Doorway, 'parts' | 'origin'>): LiveDoor {
  const { channel } = parts
  const open = new Set<() => void>()
  const openOf = new Map<string, number>()
  const door = new Hono<Entering>()

  door.get('/live', (c) => {
    const listener: Listener = { userId: c.get('person')?.userId ?? null }
    const { outgoing } = c.env
    const client = networkOf(c.get('client'))
    const here = openOf.get(client) ?? 0
    // A page of another site could not hear anything, but take up all the places.
    if (/^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')) return c.text('Not allowed', 403)
    if (here >= mostOfOne) return c.text('There are too many open streams.', 429, { 'Retry-After': '60' })
    if (open.size >= mostInAll) return c.text('There are too many open streams.', 503, { 'Retry-After': '60' })
    // Whoever asks for the head alone would wait for an end that never comes.
    if (c.req.method === 'HEAD') return c.body(null, 200, streamHeaders)
    openOf.set(client, here + 1)
    outgoing.writeHead(200, { ...securityHeaders(origin, c.get('nonce')), ...streamHeaders })
    const say = (event: string, data: string, id: string) => {
      if (outgoing.writableLength > mostUnread) drop()
      else outgoing.write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
    }
    const unsubscribe = channel.subscribe((change, edition) => {
      if (mayHear(change, listener)) say('changed', topicOf(change), edition)
    })
    // First listen, then say where we are: a change in between is heard twice rather than not at all.
    say('edition', channel.edition(), channel.edition())
    const heartbeat = setInterval(() => outgoing.write(': \n\n'), heartbeatMs)
    const lifetime = setTimeout(() => end(), lifetimeMs)
    const end = () => {
      unsubscribe()
      clearInterval(heartbeat)
      clearTimeout(lifetime)
      if (open.delete(end)) leave(openOf, client)
      outgoing.end()
    }
    // An end would wait behind what is never read, and hold the connection for as long.
    const drop = () => {
      end()
      outgoing.destroy()
    }
    open.add(end)
    outgoing.on('close', end)
    return RESPONSE_ALREADY_SENT
  })

  return { door, endAll: () => open.forEach((end) => end()) }
}

function leave(openOf: Map<string, number>, client: string): void {
  const left = (openOf.get(client) ?? 1) - 1
  if (left > 0) openOf.set(client, left)
  else openOf.delete(client)
}
