import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Log } from '#portfolio/parts.ts'
import { securityHeaders } from './security.ts'

/** The head of a request has this long to arrive. */
const headersMs = 20_000
/** How often that is looked after. */
const checkMs = 5_000
/** A connection on which nothing moves either way for so long is closed. */
const stillMs = 120_000
/** Requests on one connection. More than one, as an answer is whole for the reader before it is over for the writer. */
const mostAtOnce = 4
/** A connection between two requests. Longer than proxies keep theirs, or they would send into one that just closes. */
const keptMs = 65_000

type Answer = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** The server. What cannot even be read as a request is answered here, under the same headers as everything else. */
export function openServer(answer: Answer, origin: string, log: Log): Server {
  const listener = getRequestListener((request, env) => answer(request, env as HttpBindings), {
    errorHandler: () => {
      log.info('a request was refused', { outcome: 'malformed', status: 400, actor: 'anonymous' })
      return new Response('This is no request.', { status: 400, headers: headersFor(origin) })
    },
  })
  const server = createServer(
    {
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkMs,
      requestTimeout: 0,
      requireHostHeader: false,
    },
    fewAtOnce(listener, origin, log),
  )
  server.timeout = stillMs
  server.keepAliveTimeout = keptMs
  // Node would answer by itself, without the headers.
  server.on('checkExpectation', ({ socket }, response) => {
    tell(log, '417 Expectation Failed', socket)
    response.writeHead(417, headersFor(origin)).end()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statusOf[error.code ?? ''] ?? '400 Bad Request'
    tell(log, status, socket)
    const head = Object.entries(headersFor(origin)).map(([name, value]) => `${name}: ${value}`)
    socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  return server
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/**
 * Few requests at a time on each connection. Browsers and proxies wait for the answer before they ask again; whoever
 * does not could have a hundred pages drawn with one packet, and read none of them.
 */
function fewAtOnce(listener: Listener, origin: string, log: Log): Listener {
  const unanswered = new WeakMap<Socket, number>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const already = unanswered.get(socket) ?? 0
    unanswered.set(socket, already + 1)
    if (already < mostAtOnce) {
      outgoing.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
      return listener(incoming, outgoing)
    }
    // Behind the answers that are due it closes the connection; what else was sent goes with it.
    if (already > mostAtOnce) return
    tell(log, '503 Service Unavailable', socket)
    outgoing.writeHead(503, { ...headersFor(origin), 'Retry-After': '1', Connection: 'close' }).end()
  }
}

const statusOf: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function tell(log: Log, status: string, socket: Socket): void {
  const detail = { outcome: status.slice(4), status: Number.parseInt(status, 10), actor: 'anonymous' }
  log.info('a request was refused', { ...detail, client: socket.remoteAddress ?? 'unknown' })
}

function headersFor(origin: string): Record<string, string> {
  return {
    ...securityHeaders(origin, 'none'),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  }
}
