import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { mayHear, topicOf, type Listener } from '#portfolio/changes.ts'
import type { Carried, Doorway } from './doorway.ts'
import { securityHeaders } from './security.ts'

const heartbeatMs = 20_000
const lifetimeMs = 30 * 60_000
/** Who has that many bytes unread is not reading. */
const mostUnread = 64 * 1024

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** The open streams, and the way to end them all: a server does not close while one is open. */
export interface LiveDoor {
  readonly door: Hono<{ Bindings: HttpBindings; Variables: Carried }>
  endAll(): void
}

/** `GET /live`: tells open pages *that* something changed. Raw writes: half the time and memory of a stream each. */
export function liveDoor({ parts, origin }: Pick<Doorway, 'parts' | 'origin'>): LiveDoor {
  const { channel } = parts
  const open = new Set<() => void>()
  const door = new Hono<{ Bindings: HttpBindings; Variables: Carried }>()

  door.get('/live', (c) => {
    const listener: Listener = { userId: c.get('person')?.userId ?? null }
    const { outgoing } = c.env
    // Whoever asks for the head alone would wait for an end that never comes.
    if (c.req.method === 'HEAD') return c.body(null, 200, streamHeaders)
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
      open.delete(end)
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
