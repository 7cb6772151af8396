import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Log } from '#portfolio/ports.ts'
import { limitConnections } from './connection-limits.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { applyBodyTimeout } from './body-timeouts.ts'

const headersTimeoutMs = 20_000
const headersCheckMs = 5_000
/** Longer than proxies keep idle connections, so that no proxy uses a connection that is being closed. */
const keepAliveTimeoutMs = 65_000
/** More than one, because the client may have read a response before the server has finished it. */
const maxPipelinedRequests = 4
/** The longest slug takes 960 bytes in a path. A path above the limit is refused: routing it takes time per byte. */
const maxPathBytes = 2_048

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>
interface ServerOptions {
  readonly origin: string
  readonly trustedProxies: readonly string[]
  readonly log: Log
  /** Responds without Hono if it can; otherwise returns `false`. */
  readonly respondDirectly?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  readonly recordRequest?: () => void
}

type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/** Creates the Node server, not listening yet. It also responds to requests that cannot be parsed, and logs them. */
export function openServer(fetch: Fetch, options: ServerOptions): Server {
  const { origin, trustedProxies, log, respondDirectly, recordRequest } = options
  const respond = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    errorHandler: () => {
      log.info('a request was refused', { outcome: 'malformed', status: 400, actor: 'anonymous' })
      return new Response('Malformed request', { status: 400, headers: headersFor(origin) })
    },
  })
  const listener: RequestListener = (incoming, outgoing) => {
    recordRequest?.()
    return respondDirectly?.(incoming, outgoing) || respond(incoming, outgoing)
  }
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: headersCheckMs,
      requestTimeout: 0,
      requireHostHeader: false,
    },
    limitPipelining(limitPathLength(listener, origin, log), origin, log),
  )
  server.keepAliveTimeout = keepAliveTimeoutMs
  limitConnections(server, trustedProxies, log)
  server.on('request', applyBodyTimeout)
  // Node's default responses have no security headers.
  server.on('checkExpectation', (incoming, response) => {
    applyBodyTimeout(incoming)
    logRefusal(log, '417 Expectation Failed', incoming.socket)
    response.writeHead(417, headersFor(origin)).end()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statusOf[error.code ?? ''] ?? '400 Bad Request'
    logRefusal(log, status, socket)
    const headers = Object.entries(headersFor(origin)).map(([name, value]) => `${name}: ${value}`)
    socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  return server
}

function limitPathLength(listener: RequestListener, origin: string, log: Log): RequestListener {
  return (incoming, outgoing) => {
    const { url = '' } = incoming
    const isShort = url.length <= maxPathBytes || (url.split('?', 1)[0] ?? '').length <= maxPathBytes
    if (isShort) return listener(incoming, outgoing)
    logRefusal(log, '414 URI Too Long', incoming.socket)
    outgoing.writeHead(414, { ...headersFor(origin), Connection: 'close' }).end()
  }
}

/** Refuses pipelined requests beyond the limit: 200 clients with 100 requests each exhausted a heap of 192 MB. */
function limitPipelining(listener: RequestListener, origin: string, log: Log): RequestListener {
  const pendingRequests = new WeakMap<Socket, number>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const pending = pendingRequests.get(socket) ?? 0
    if (pending < maxPipelinedRequests) {
      listener(incoming, outgoing)
      // Node reads no further requests while too many bytes of ended responses are unsent.
      if (outgoing.writableEnded) return
      pendingRequests.set(socket, pending + 1)
      outgoing.once('close', () => pendingRequests.set(socket, (pendingRequests.get(socket) ?? 1) - 1))
      return
    }
    pendingRequests.set(socket, pending + 1)
    // Behind a live stream, the refusal below is never sent.
    if (pending > maxPipelinedRequests) return void socket.destroy()
    // Sent after the earlier responses; it closes the connection.
    logRefusal(log, '503 Service Unavailable', socket)
    outgoing.writeHead(503, { ...headersFor(origin), 'Retry-After': '1', Connection: 'close' }).end()
  }
}

const statusOf: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function logRefusal(log: Log, status: string, socket: Socket): void {
  const detail = { outcome: status.slice(4), status: Number.parseInt(status, 10), actor: 'anonymous' }
  log.info('a request was refused', { ...detail, client: socket.remoteAddress ?? 'unknown' })
}

function headersFor(origin: string): Record<string, string> {
  return {
    ...securityHeaders(origin),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  }
}
