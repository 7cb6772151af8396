import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { endpoints } from '#app/endpoints.ts'
import { mayReceive, topicOf, type Subscriber } from '#portfolio/change-events.ts'
import type { DeliveredChange, EventBus } from '#portfolio/ports.ts'
import { networkOf } from '#server/http/client-address.ts'
import { securityHeaders } from '#server/http/middleware/security-headers.ts'
import type { AppEnv, AppOptions } from '#server/http/request-variables.ts'

const heartbeatMs = 20_000
const lifetimeMs = 30 * 60_000
/** A client with more unread bytes is disconnected. */
const maxUnreadBytes = 64 * 1024

const maxStreamsPerClient = 20
const maxStreams = 10_000

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // Later requests on the same connection would never be answered.
  Connection: 'close',
}

/** `endAll` ends all streams and refuses new ones, because a server does not close while a stream is open. */
export interface LiveUpdatesRoute {
  readonly route: Hono<AppEnv>
  endAll(): void
  countOpen(): number
}

interface Stream {
  readonly subscriber: Subscriber
  send(frame: Buffer): void
  end(): void
}

/**
 * `GET /live?since={edition}`: server-sent events with changed topics, without data; `edition` if `since` is too old.
 * Refuses other sites (403), a client's 21st stream (429), the 10,001st and any during shutdown (503).
 * `HEAD` gets the same status. Writes to the raw response, because Hono's streams take twice the time and memory.
 */
export function liveUpdatesRoute({ ports, origin }: Pick<AppOptions, 'ports' | 'origin'>): LiveUpdatesRoute {
  const { events } = ports
  const open = new Set<Stream>()
  const openPerClient = new Map<string, number>()
  let closing = false
  const route = new Hono<AppEnv>()

  events.subscribe((change) => {
    const frame = frameOf(change)
    for (const stream of open) {
      if (!mayReceive(change.event, stream.subscriber)) continue
      stream.send(frame)
      // The role may have changed: the client reconnects, and its session is read again.
      if (change.event.about === 'person') stream.end()
    }
  })

  route.get(endpoints.live, (c) => {
    const person = c.get('person')
    const subscriber: Subscriber = { userId: person?.userId ?? null, admin: person?.admin === true }
    const { outgoing } = c.env
    const client = networkOf(c.get('clientAddress'))
    const openHere = openPerClient.get(client) ?? 0
    // A page of another site could not read the events, but it could use up the client's streams.
    if (/^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')) return c.text('Not allowed', 403)
    if (closing) return c.text('The site is restarting.', 503, { 'Retry-After': '5' })
    if (openHere >= maxStreamsPerClient) {
      return c.text('There are too many open streams.', 429, { 'Retry-After': '60' })
    }
    if (open.size >= maxStreams) return c.text('There are too many open streams.', 503, { 'Retry-After': '60' })
    if (c.req.method === 'HEAD') return c.body(null, 200, streamHeaders)
    // The client disconnected while its session was read: `close` was already emitted and would never free the stream.
    if (outgoing.destroyed) return RESPONSE_ALREADY_SENT

    openPerClient.set(client, openHere + 1)
    outgoing.writeHead(200, { ...securityHeaders(origin), ...streamHeaders })
    const stream = openStream(outgoing, subscriber, () => {
      if (open.delete(stream)) decrement(openPerClient, client)
    })
    open.add(stream)
    const since = c.req.header('last-event-id') ?? c.req.query('since') ?? ''
    sendMissed(stream, events, since)
    // The session ended while no stream was open, so the event about its person is for nobody. The page may still show it.
    if (!person && c.req.header('cookie')?.includes('enfilade')) stream.send(frameOf(lostSession(events.edition())))
    return RESPONSE_ALREADY_SENT
  })

  return {
    route,
    endAll() {
      closing = true
      open.forEach((stream) => stream.end())
    },
    countOpen: () => open.size,
  }
}

function frameOf({ event, edition }: DeliveredChange): Buffer {
  return Buffer.from(`id: ${edition}\nevent: changed\ndata: ${topicOf(event)}\n\n`)
}

function lostSession(edition: string): DeliveredChange {
  return { event: { about: 'person', userId: '' }, edition }
}

function sendMissed({ subscriber, send }: Stream, events: EventBus, since: string): void {
  const missed = events.changesSince(since)
  const edition = events.edition()
  if (!missed) return send(Buffer.from(`id: ${edition}\nevent: edition\ndata: ${edition}\n\n`))
  // Each topic once, with its last number.
  const frames = new Map(
    missed
      .filter(({ event }) => mayReceive(event, subscriber))
      .map((change) => [topicOf(change.event), frameOf(change)]),
  )
  send(Buffer.concat([...frames.values(), Buffer.from(`id: ${edition}\n\n`)]))
}

function openStream(outgoing: ServerResponse, subscriber: Subscriber, onEnd: () => void): Stream {
  const heartbeat = setInterval(() => outgoing.write(': \n\n'), heartbeatMs)
  const lifetime = setTimeout(() => end(), lifetimeMs)
  const end = () => {
    clearInterval(heartbeat)
    clearTimeout(lifetime)
    onEnd()
    outgoing.end()
  }
  outgoing.on('close', end)
  return {
    subscriber,
    end,
    send(frame) {
      if (outgoing.writableLength <= maxUnreadBytes) return void outgoing.write(frame)
      end()
      // `end` alone would wait until the client has read the unread bytes.
      outgoing.destroy()
    },
  }
}

function decrement(counts: Map<string, number>, key: string): void {
  const count = (counts.get(key) ?? 1) - 1
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
