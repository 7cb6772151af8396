import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { endpoints } from '#app/endpoints.ts'
import type { Subscriber } from '#portfolio/change-events.ts'
import { networkOf } from '#server/http/client-address.ts'
import { frameOf, openLiveStreams, type LiveStreams } from '#server/http/live-streams.ts'
import { securityHeaders } from '#server/http/middleware/security-headers.ts'
import type { AppEnv, AppOptions } from '#server/http/request-variables.ts'
import { isForHost, isFromVisitor } from '#server/http/visitor-request.ts'

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // Later requests on the same connection would never be answered.
  Connection: 'close',
}
const visitor: Subscriber = { userId: null, admin: false }

export interface LiveUpdatesRoute extends Pick<LiveStreams, 'endAll' | 'countOpen'> {
  readonly route: Hono<AppEnv>
  /** Opens a visitor's stream; returns `false` for every other request, which the route handles. */
  respondToVisitor(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

/**
 * `GET /live?since={edition}`: server-sent events that name changed topics without their data, or the event `edition`
 * if `since` is unknown or too old. Refuses other sites (403), a client's 21st stream (429), the 10,001st stream, and
 * all streams during shutdown (503). `HEAD` gets the same status. Writes to the raw response, because Hono's streams
 * take twice the time and memory. Visitors' streams bypass Hono, which keeps 3 KB of each request as long as the stream
 * is open.
 */
export function liveUpdatesRoute(
  options: Pick<AppOptions, 'ports' | 'origin' | 'findClientAddress'>,
): LiveUpdatesRoute {
  const { ports, origin, findClientAddress } = options
  const streams = openLiveStreams(ports.events)
  const headers = { ...securityHeaders(origin), ...streamHeaders }
  const { host } = new URL(origin)
  const route = new Hono<AppEnv>()

  const open = (incoming: IncomingMessage, outgoing: ServerResponse, subscriber: Subscriber, client: string) => {
    // Without chunks, each event has the same bytes for all streams. The end of the connection ends the body.
    outgoing.removeHeader('Transfer-Encoding')
    outgoing.writeHead(200, headers)
    streams.open(outgoing, subscriber, client, sinceOf(incoming))
  }

  route.get(endpoints.live, (c) => {
    const { incoming, outgoing } = c.env
    const person = c.get('person')
    const subscriber: Subscriber = { userId: person?.userId ?? null, admin: person?.admin === true }
    const client = networkOf(c.get('clientAddress'))
    if (isFromOtherSite(incoming)) return c.text('Not allowed', 403)
    const refusal = streams.findRefusal(client)
    if (refusal) return c.text(refusal.message, refusal.status, { 'Retry-After': refusal.retryAfter })
    if (c.req.method === 'HEAD') return c.body(null, 200, streamHeaders)
    // The client disconnected while its session was read: `close` was already emitted and will not remove the stream.
    if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
    open(incoming, outgoing, subscriber, client)
    // If the session ended while no stream was open, the client did not get the event about its person, and its page
    // may still show that person.
    if (!person && c.req.header('cookie')?.includes('enfilade'))
      outgoing.write(lostSessionFrame(ports.events.edition()))
    return RESPONSE_ALREADY_SENT
  })

  return {
    route,
    respondToVisitor(incoming, outgoing) {
      const { url, method, socket } = incoming
      if (method !== 'GET' || !url?.startsWith(endpoints.live)) return false
      if (url.split('?', 1)[0] !== endpoints.live) return false
      if (!isFromVisitor(incoming) || !isForHost(incoming, host) || isFromOtherSite(incoming)) return false
      const client = networkOf(findClientAddress(socket.remoteAddress, headerOf(incoming, 'x-forwarded-for')))
      if (streams.findRefusal(client)) return false
      open(incoming, outgoing, visitor, client)
      // The headers would stay in memory as long as the stream is open.
      Object.assign(incoming, { headers: {}, rawHeaders: [] })
      return true
    },
    endAll: streams.endAll,
    countOpen: streams.countOpen,
  }
}

function isFromOtherSite(incoming: IncomingMessage): boolean {
  // A page of another site could not read the events, but it could use up the client's streams.
  return /^(cross|same)-site$/.test(headerOf(incoming, 'sec-fetch-site') ?? '')
}

function sinceOf(incoming: IncomingMessage): string {
  const [, query] = incoming.url?.split('?', 2) ?? []
  return headerOf(incoming, 'last-event-id') ?? new URLSearchParams(query).get('since') ?? ''
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  return headers[name]?.toString()
}

function lostSessionFrame(edition: string): Buffer {
  return frameOf({ event: { about: 'person', userId: '' }, edition })
}
